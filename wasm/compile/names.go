// This file gives names: to the linker's symbols, and to functions in tracebacks.
//
//	fmt.Println                   a function
//	strings.(*Builder).String     a method
//	main.main$1                   a function literal
//	slices.Sort[[]int,int]        an instance
//	main.T.Read, main.(*T).Read   also a promoted method or the pointer form of a value method
//	main.T.Read$bound, $thunk     method value, method expression
//
// Types in names are written by rtype's TypeID, with full paths. A go:linkname
// replaces the name.

package compile

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// symbol is the linker's name of f.
func (u *unit) symbol(f *ssa.Function) string {
	if s, ok := u.prog.names[f]; ok {
		return s
	}
	s := u.makeSymbol(f)
	u.prog.names[f] = s
	return s
}

func (u *unit) makeSymbol(f *ssa.Function) string {
	switch {
	case f.Parent() != nil:
		return u.symbol(f.Parent()) + strings.TrimPrefix(f.Name(), f.Parent().Name())
	case f.Signature.Recv() != nil:
		return u.methodSymbol(f, f.Signature.Recv().Type())
	case strings.HasSuffix(f.Name(), "$bound"):
		return u.methodSymbol(f, f.FreeVars[0].Type())
	case strings.HasSuffix(f.Name(), "$thunk"):
		return u.methodSymbol(f, f.Signature.Params().At(0).Type())
	case f.Origin() != nil && f.Origin() != f:
		return u.symbol(f.Origin()) + u.typeArgs(f)
	case f.Pkg == nil:
		panic(bug{pos: f.Pos(), msg: "no name for " + f.String() + ": " + f.Synthetic})
	}
	path := f.Pkg.Pkg.Path()
	if remote, ok := u.prog.linkname(path, f.Name()); ok {
		return remote
	}
	return path + "." + f.Name()
}

// methodSymbol names a method, or a function made of one. The package of an
// unexported method is named if it is not that of the receiver.
func (u *unit) methodSymbol(f *ssa.Function, recv types.Type) string {
	name := f.Name()
	if i := strings.IndexByte(name, '['); i >= 0 { // an instance: the receiver names the arguments
		rest := ""
		if j := strings.LastIndexByte(name, '$'); j > i {
			rest = name[j:]
		}
		name = name[:i] + rest
	}
	r := u.recvName(recv)
	if o := f.Object(); o != nil && !o.Exported() && o.Pkg() != nil {
		if !strings.HasPrefix(r, o.Pkg().Path()+".") {
			name = o.Pkg().Path() + "." + name
		}
	}
	return r + "." + name
}

func (u *unit) typeArgs(f *ssa.Function) string {
	var ids []string
	for _, t := range f.TypeArgs() {
		ids = append(ids, u.u.TypeID(t))
	}
	return "[" + strings.Join(ids, ",") + "]"
}

func (u *unit) recvName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		id := u.u.TypeID(p.Elem())
		if i := lastDot(id); i >= 0 {
			return id[:i+1] + "(*" + id[i+1:] + ")"
		}
		return "(*" + id + ")"
	}
	return u.u.TypeID(t)
}

// lastDot is the dot between the package and the name of a plain named type.
func lastDot(id string) int {
	end := strings.IndexAny(id, "[{( *")
	if end == 0 {
		return -1
	}
	if end < 0 {
		end = len(id)
	}
	i := strings.LastIndexByte(id[:end], '.')
	if i < strings.LastIndexByte(id[:end], '/') {
		return -1
	}
	return i
}

// globalSym is the symbol of a package-level variable.
func (u *unit) globalSym(g *ssa.Global) string {
	if o, ok := g.Object().(*types.Var); ok {
		return u.VarSym(o)
	}
	return g.Pkg.Pkg.Path() + "." + g.Name() // init$guard
}

// displayName is f's name in a traceback.
func (u *unit) displayName(f *ssa.Function) string {
	s := u.symbol(f)
	if p := f.Parent(); p != nil {
		rest := strings.TrimPrefix(f.Name(), p.Name())
		base := u.displayName(p)
		if p.Parent() == nil {
			return base + ".func" + strings.TrimPrefix(rest, "$")
		}
		return base + "." + strings.TrimPrefix(rest, "$")
	}
	if i := strings.IndexByte(s, '['); i >= 0 {
		s = s[:i] + "[...]" + s[strings.LastIndexByte(s, ']')+1:]
	}
	if strings.HasSuffix(s, "$bound") {
		s = strings.TrimSuffix(s, "$bound") + "-fm"
	}
	return s
}
