/** One emitted file of declarations, taken apart: what it exports, declares and imports. */
import { parseSync } from "oxc-parser"

/** A node of the syntax tree, of whatever kind. */
export type Node = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** A name that stands in another file: `*` is all of it. */
export interface Elsewhere {
  readonly from: string
  readonly name: string
}

/** What an exported name stands for: a declaration of the file or of another, and whether only as a type. */
export type Exported = ({ readonly local: string } | Elsewhere) & { readonly typeOnly: boolean }

/** Declarations by name, and where the names that it does not declare come from. */
export interface Declarations {
  readonly text: string
  /** What each exported name is, in the order of the file. */
  readonly exported: ReadonlyMap<string, Exported>
  /** More than one for a value with a type of the same name. */
  readonly declared: ReadonlyMap<string, ReadonlyArray<Node>>
  readonly imported: ReadonlyMap<string, Elsewhere>
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { readonly type?: unknown }).type === "string"

/** The children of a node that are nodes, under the key they stand at. */
export const childrenOf = (node: Node): ReadonlyArray<readonly [string, Node]> =>
  Object.entries(node).flatMap(([key, child]) =>
    (Array.isArray(child) ? child : [child]).filter(isNode).map((one) => [key, one] as const)
  )

/** A list of nodes at `key`, or none. */
export const listAt = (node: Node, key: string): ReadonlyArray<Node> =>
  Array.isArray(node[key]) ? (node[key] as ReadonlyArray<unknown>).filter(isNode) : []

/** What an identifier or a literal says. */
export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ""
  return typeof node.name === "string" ? node.name : typeof node.value === "string" ? node.value : ""
}

const namesDeclaredBy = (node: Node): ReadonlyArray<string> =>
  node.type === "VariableDeclaration"
    ? listAt(node, "declarations").map((one) => nameOf(one.id))
    : isNode(node.id)
      ? [nameOf(node.id)]
      : []

/** Takes a file of declarations apart. One that does not parse is an error, so that nothing goes unreported. */
export const declarationsIn = (path: string, text: string): Declarations => {
  const { errors, program } = parseSync(path, text, { lang: "dts" })
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const exported = new Map<string, Exported>()
  const declared = new Map<string, Array<Node>>()
  const imported = new Map<string, Elsewhere>()

  const declare = (node: Node): ReadonlyArray<string> => {
    const names = namesDeclaredBy(node)
    for (const name of names) declared.set(name, [...(declared.get(name) ?? []), node])
    return names
  }

  for (const statement of program.body as unknown as ReadonlyArray<Node>) {
    const from = nameOf(statement.source)
    switch (statement.type) {
      case "ImportDeclaration":
        for (const one of listAt(statement, "specifiers")) {
          const name = one.type === "ImportSpecifier" ? nameOf(one.imported) : "*"
          imported.set(nameOf(one.local), { from, name: one.type === "ImportDefaultSpecifier" ? "default" : name })
        }
        break
      case "ExportNamedDeclaration":
        if (isNode(statement.declaration)) {
          for (const name of declare(statement.declaration)) exported.set(name, { local: name, typeOnly: false })
        }
        for (const one of listAt(statement, "specifiers")) {
          const name = nameOf(one.local)
          const typeOnly = statement.exportKind === "type" || one.exportKind === "type"
          exported.set(nameOf(one.exported), { ...(from === "" ? { local: name } : { from, name }), typeOnly })
        }
        break
      case "ExportAllDeclaration":
        if (!isNode(statement.exported)) throw new Error(`${path} exports * from "${from}": name what it exports`)
        exported.set(nameOf(statement.exported), { from, name: "*", typeOnly: statement.exportKind === "type" })
        break
      case "ExportDefaultDeclaration":
        exported.set("default", { local: nameOf(statement.declaration), typeOnly: false })
        break
      default:
        if (declare(statement).length === 0) throw new Error(`${path} has a ${statement.type}, which no report shows`)
    }
  }
  return { text, exported, declared, imported }
}
