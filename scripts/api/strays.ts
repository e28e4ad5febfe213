/** Names that declarations import and that no declaration gives: one that is stripped as internal, and still in a signature. */
import { posix } from "node:path"
import { childrenOf, type Declarations, isNode, type Node, nameOf } from "./declarations.ts"

/** The declarations of all published packages: by file, and the file of an import. */
export interface Emitted {
  readonly files: ReadonlyArray<string>
  readonly read: (file: string) => Declarations
  /** The file of a published entry such as `@kittiwake/core/Shares`; undefined for what is none. */
  readonly fileOf: (entry: string) => string | undefined
  /** Whether a name is one of our packages, or of something in it. */
  readonly isOurs: (name: string) => boolean
}

/** What a file takes from others, as a name and where it stands. */
const takenBy = ({ declared, exported, imported }: Declarations) => {
  const taken = [...imported.values()]
  for (const one of exported.values()) if ("from" in one) taken.push(one)
  const visit = (node: Node): void => {
    if (node.type === "TSImportType" && isNode(node.qualifier)) {
      const { qualifier } = node
      taken.push({ from: nameOf(node.source), name: nameOf(qualifier) || nameOf(qualifier.left) })
    }
    for (const [, child] of childrenOf(node)) visit(child)
  }
  for (const nodes of declared.values()) for (const node of nodes) visit(node)
  return taken.filter(({ name }) => name !== "*" && name !== "")
}

/** Values whose type a file names with `typeof`, and that it neither declares nor imports. */
const lostIn = ({ declared, imported }: Declarations): ReadonlyArray<string> => {
  const lost = new Set<string>()
  const visit = (node: Node): void => {
    const name = node.type === "TSTypeQuery" ? nameOf(node.exprName) : ""
    if (name !== "" && !declared.has(name) && !imported.has(name) && !(name in globalThis)) lost.add(name)
    for (const [, child] of childrenOf(node)) visit(child)
  }
  for (const nodes of declared.values()) for (const node of nodes) visit(node)
  return [...lost]
}

/** Each such name, with the file that wants it. */
export const strayNames = ({ fileOf, files, isOurs, read }: Emitted): ReadonlyArray<string> =>
  files.flatMap((file) => [
    ...takenBy(read(file)).flatMap(({ from, name }) => {
      const target = from.startsWith(".") ? posix.join(posix.dirname(file), from) : fileOf(from)
      // The compiler names a type by any file that the patterns of a clone lead to.
      if (target === undefined) return isOurs(from) ? [`${file} names ${name} of ${from}, which is not exported`] : []
      return read(target).exported.has(name) ? [] : [`${file} names ${name} of ${from}, which is internal there`]
    }),
    ...lostIn(read(file)).map((name) => `${file} names the type of ${name}, which is internal there`)
  ])
