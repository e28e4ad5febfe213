/** What exported functions take, told by the types that they declare. */
import { join } from "node:path"
import {
  API,
  type Checker,
  type LiteralType,
  type Signature,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
  type Symbol as TypeSymbol
} from "typescript/unstable/sync"
import { ours, root } from "../../scripts/workspace.ts"

/** A type, as far as a value of it can be made. Those that others hold are named by their place in `Shapes.all`. */
export type Shape =
  | { readonly kind: "text" | "number" | "bytes" | "url" | "pattern" | "time" | "day" | "lines" | "tree" }
  | { readonly kind: "choice"; readonly values: ReadonlyArray<string | number | boolean | null | undefined> }
  | { readonly kind: "list" | "set"; readonly of: number }
  | { readonly kind: "pair"; readonly of: ReadonlyArray<number> }
  | { readonly kind: "map"; readonly key: number; readonly of: number }
  | { readonly kind: "table"; readonly of: number }
  | { readonly kind: "record"; readonly members: Readonly<Record<string, number>> }
  | { readonly kind: "union"; readonly of: ReadonlyArray<number> }
  | { readonly kind: "function"; readonly result: number }
  /** Nothing that can be made here: a service, an effect, an element of a page. */
  | { readonly kind: "closed" }

export interface Parameter {
  readonly name: string
  readonly shape: number
}

export interface TakingFunction {
  readonly file: string
  readonly name: string
  readonly parameters: ReadonlyArray<Parameter>
  /** What the function takes that it answers with, where it answers with one. */
  readonly answering: ReadonlyArray<Parameter>
}

export interface Shapes {
  readonly all: ReadonlyArray<Shape>
  readonly functions: ReadonlyArray<TakingFunction>
}

/** Rules, which work on what callers and sites send. */
export const rules = [
  "packages/core/src/*/domain/**/*.ts",
  "packages/adapters/{documents,html,industries,openai,patterns,people,searching}/src/**/*.ts",
  "packages/{http,mcp}/src/**/*.ts"
]

const lists = new Set([
  "Array",
  "ReadonlyArray",
  "Iterable",
  "IterableIterator",
  "IteratorObject",
  "Generator",
  "NonEmptyReadonlyArray"
])
const sets = new Set(["Set", "ReadonlySet", "ReadonlySetLike"])
const maps = new Set(["Map", "ReadonlyMap"])
const named: Readonly<Record<string, Shape>> = {
  Buffer: { kind: "bytes" },
  Uint8Array: { kind: "bytes" },
  URL: { kind: "url" },
  RegExp: { kind: "pattern" },
  Date: { kind: "day" },
  Utc: { kind: "time" },
  Lines: { kind: "lines" },
  PageElement: { kind: "tree" },
  Zoned: { kind: "closed" },
  Promise: { kind: "closed" },
  Effect: { kind: "closed" },
  Stream: { kind: "closed" }
}

class ShapeReader {
  readonly all: Array<Shape> = []
  private readonly places = new Map<number, number>()
  private readonly checker: Checker

  constructor(checker: Checker) {
    this.checker = checker
  }

  place(type: Type): number {
    const known = this.places.get(type.id)
    if (known !== undefined) return known
    const place = this.all.push({ kind: "closed" }) - 1
    this.places.set(type.id, place)
    this.all[place] = this.shapeOf(type)
    return place
  }

  private shapeOf(type: Type): Shape {
    const { flags } = type
    if (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.BooleanLiteral))
      return { kind: "choice", values: [(type as LiteralType).value as string | number | boolean] }
    if (flags & TypeFlags.Null) return { kind: "choice", values: [null] }
    if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return { kind: "choice", values: [undefined] }
    if (flags & TypeFlags.Boolean) return { kind: "choice", values: [false, true] }
    if (flags & TypeFlags.StringLike) return { kind: "text" }
    if (flags & TypeFlags.NumberLike) return { kind: "number" }
    if (flags & TypeFlags.TypeParameter) {
      const bound = this.checker.getBaseConstraintOfType(type)
      return bound === undefined || bound.flags & TypeFlags.AnyOrUnknown
        ? { kind: "text" }
        : this.all[this.place(bound)]!
    }
    // What is not known is mostly what a caller sent: a value of JSON.
    if (flags & TypeFlags.Unknown) return { kind: "text" }
    if (type.isUnionType()) return this.unionOf(type.getTypes())
    if (type.isIntersectionType()) {
      const parts = type.getTypes()
      const plain = parts.find(({ flags: of }) => of & (TypeFlags.StringLike | TypeFlags.NumberLike))
      if (plain !== undefined) return this.all[this.place(plain)]!
      return this.recordOf(type)
    }
    return flags & TypeFlags.Object ? this.objectOf(type) : { kind: "closed" }
  }

  private unionOf(types: ReadonlyArray<Type>): Shape {
    const of = types.map((type) => this.place(type))
    const shapes = of.map((place) => this.all[place]!)
    const values = shapes.flatMap((shape) => (shape.kind === "choice" ? shape.values : []))
    if (values.length === of.length) return { kind: "choice", values }
    const open = of.filter((_, at) => shapes[at]!.kind !== "choice")
    if (values.length > 0) open.push(this.all.push({ kind: "choice", values }) - 1)
    return { kind: "union", of: open }
  }

  private objectOf(type: Type): Shape {
    const name = type.getSymbol()?.name ?? ""
    if (Object.hasOwn(named, name)) return named[name]!
    const { checker } = this
    if (type.isTupleType() || checker.isTupleType(type))
      return { kind: "pair", of: checker.getTypeArguments(type as never).map((one) => this.place(one)) }
    const [first, second] =
      lists.has(name) || sets.has(name) || maps.has(name) ? checker.getTypeArguments(type as never) : []
    if (maps.has(name)) return { kind: "map", key: this.place(first!), of: this.place(second!) }
    if (first !== undefined) return { kind: sets.has(name) ? "set" : "list", of: this.place(first) }
    const [call] = checker.getSignaturesOfType(type, SignatureKind.Call)
    if (call !== undefined) {
      const result = checker.getReturnTypeOfSignature(call)
      return result === undefined ? { kind: "closed" } : { kind: "function", result: this.place(result) }
    }
    const [index] = checker.getIndexInfosOfType(type)
    if (index !== undefined && checker.getPropertiesOfType(type).length === 0)
      return { kind: "table", of: this.place(index.valueType) }
    return this.recordOf(type)
  }

  private recordOf(type: Type): Shape {
    const symbol = type.getSymbol()
    // A class may hold what cannot be made of its members, and so may what libraries declare.
    if (symbol !== undefined && (symbol.flags & SymbolFlags.Class || isForeign(symbol))) return { kind: "closed" }
    const members: Record<string, number> = {}
    for (const member of this.checker.getPropertiesOfType(type)) {
      if (member.name.startsWith("__@") || member.name.startsWith("~")) return { kind: "closed" }
      const of = this.checker.getTypeOfSymbol(member)
      if (of !== undefined) members[member.name] = this.place(of)
    }
    return { kind: "record", members }
  }
}

const isForeign = ({ declarations }: TypeSymbol): boolean =>
  declarations.some(({ path }) => /\/node_modules\/|^bundled:|\/lib\.[\w.]+\.d\.ts$/.test(path))

/** Functions that are exported from `files`, with what they take. */
export const shapesOf = (files: ReadonlyArray<string>): Shapes => {
  const api = new API({ cwd: root })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(root, "tsconfig.json")] })
    const project = snapshot.getProjects()[0]!
    const { checker, program } = project
    const reader = new ShapeReader(checker)
    const functions: Array<TakingFunction> = []
    for (const file of ours(files)) {
      const source = program.getSourceFile(join(root, file))
      const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
      if (module === undefined) continue
      for (const symbol of checker.getExportsOfModule(module)) {
        const taking = takenBy(checker, reader, file, symbol)
        if (taking !== null) functions.push(taking)
      }
    }
    return { all: reader.all, functions }
  } finally {
    api.close()
  }
}

const takenBy = (checker: Checker, reader: ShapeReader, file: string, symbol: TypeSymbol): TakingFunction | null => {
  if (!(symbol.flags & (SymbolFlags.Function | SymbolFlags.Variable))) return null
  const call = callOf(checker, checker.getTypeOfSymbol(symbol))
  if (call === undefined) return null
  const result = checker.getReturnTypeOfSignature(call)
  if (result === undefined || later.has(result.getSymbol()?.name ?? "")) return null
  const parametersOf = (signature: Signature, start: string): ReadonlyArray<Parameter> =>
    signature.getParameters().map((parameter) => ({
      name: start + parameter.name,
      shape: reader.place(checker.getTypeOfSymbol(parameter)!)
    }))
  const parameters = parametersOf(call, "")
  const returned = callOf(checker, result)
  const answering = returned === undefined ? [] : parametersOf(returned, "answered ")
  return parameters.length + answering.length === 0 ? null : { file, name: symbol.name, parameters, answering }
}

const callOf = (checker: Checker, type: Type | undefined): Signature | undefined =>
  type === undefined ? undefined : checker.getSignaturesOfType(type, SignatureKind.Call)[0]

/** Work that only begins when somebody runs it. */
const later = new Set(["Effect", "Promise", "Layer", "Stream"])
