/** What a source file imports, and which clocks, timers and dice it reads, taken from its syntax tree. */
import { parseSync } from "oxc-parser"

/** One import: the module named, what is taken from it, and whether it is gone when the program runs. */
export interface Import {
  readonly specifier: string
  /** Names taken, `*` for the whole module, nothing for an import made for its effect. */
  readonly names: ReadonlyArray<string>
  readonly typeOnly: boolean
  readonly line: number
}

/** One use of something that only Effect's services may give, such as `Date.now`. */
export interface AmbientRead {
  readonly name: string
  readonly line: number
}

/** A source file as the dependency rule sees it. */
export interface SourceModule {
  readonly imports: ReadonlyArray<Import>
  readonly ambientReads: ReadonlyArray<AmbientRead>
  /** Lines that bring text into a normal form of Unicode by `String.prototype.normalize`. */
  readonly normalizing: ReadonlyArray<number>
  /** Lines that ask the parser of URLs about a text, or resolve one against another, by themselves. */
  readonly parsingUrls: ReadonlyArray<number>
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number }

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { readonly type?: unknown }).type === "string"

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ""
  return typeof node.name === "string" ? node.name : typeof node.value === "string" ? node.value : ""
}

const literal = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : undefined

/** Said of an import whose module is only known when the program runs. */
export const computed = "(computed)"

const importOf = (node: Node): Omit<Import, "line"> | undefined => {
  switch (node.type) {
    case "ImportDeclaration": {
      const specifiers = (node.specifiers as ReadonlyArray<Node>) ?? []
      return {
        specifier: literal(node.source) ?? computed,
        names: specifiers.map((one) =>
          one.type === "ImportSpecifier"
            ? nameOf(one.imported)
            : one.type === "ImportDefaultSpecifier"
              ? "default"
              : "*"
        ),
        typeOnly:
          node.importKind === "type" || (specifiers.length > 0 && specifiers.every((one) => one.importKind === "type"))
      }
    }
    case "ExportNamedDeclaration": {
      if (node.source === null || node.source === undefined) return undefined
      const specifiers = (node.specifiers as ReadonlyArray<Node>) ?? []
      return {
        specifier: literal(node.source) ?? computed,
        names: specifiers.map((one) => nameOf(one.local)),
        typeOnly:
          node.exportKind === "type" || (specifiers.length > 0 && specifiers.every((one) => one.exportKind === "type"))
      }
    }
    case "ExportAllDeclaration":
      return { specifier: literal(node.source) ?? computed, names: ["*"], typeOnly: node.exportKind === "type" }
    case "ImportExpression":
      return { specifier: literal(node.source) ?? computed, names: ["*"], typeOnly: false }
    case "TSImportType":
      return { specifier: literal(node.source ?? node.argument) ?? computed, names: ["*"], typeOnly: true }
    case "TSExternalModuleReference":
      return { specifier: literal(node.expression) ?? computed, names: ["*"], typeOnly: false }
    default:
      return undefined
  }
}

const requireOf = (node: Node): Omit<Import, "line"> | undefined =>
  node.type === "CallExpression" &&
  isNode(node.callee) &&
  node.callee.type === "Identifier" &&
  nameOf(node.callee) === "require"
    ? { specifier: literal((node.arguments as ReadonlyArray<unknown>)[0]) ?? computed, names: ["*"], typeOnly: false }
    : undefined

const ambientGlobals = new Set(["setTimeout", "setInterval", "setImmediate", "fetch", "performance", "WebSocket"])
const ambientMembers = new Set([
  "Date.now",
  "Math.random",
  "process.hrtime",
  "crypto.randomUUID",
  "crypto.getRandomValues",
  // Whose times to live end by the clock on the wall, which may be set.
  "Cache.make",
  "Cache.makeWith",
  "Effect.cachedInvalidateWithTTL",
  "Effect.cachedWithTTL",
  "Pool.makeWithTTL",
  ...[...ambientGlobals].map((name) => `globalThis.${name}`)
])

/** Keys under which an identifier is a name being given or a property, not something being read. */
const isReference = (parent: Node, key: string): boolean => {
  if (parent.type === "MemberExpression") return key === "object" || parent.computed === true
  if (key === "key") return parent.computed === true
  return !/^(TS|Import|Export)/.test(parent.type) || /^TS(As|Satisfies|NonNull)Expression$/.test(parent.type)
}

const isBinding = (parent: Node, key: string, grandparent: Node): boolean =>
  (parent.type === "VariableDeclarator" && key === "id") ||
  key === "params" ||
  (/^Function|^Class/.test(parent.type) && key === "id") ||
  /^Import.*Specifier$/.test(parent.type) ||
  (parent.type === "Property" && key === "value" && grandparent.type === "ObjectPattern")

const ambientReadOf = (node: Node, parent: Node, key: string): string | undefined => {
  if (node.type === "MemberExpression" && node.computed !== true) {
    const path = `${nameOf(node.object)}.${nameOf(node.property)}`
    return ambientMembers.has(path) ? path : undefined
  }
  if (node.type === "NewExpression" && nameOf(node.callee) === "Date") {
    return (node.arguments as ReadonlyArray<unknown>).length === 0 ? "new Date()" : undefined
  }
  if (node.type === "CallExpression" && isNode(node.callee) && node.callee.type === "Identifier") {
    if (nameOf(node.callee) === "Date") return "Date()"
  }
  if (node.type !== "Identifier" || !ambientGlobals.has(nameOf(node)) || !isReference(parent, key)) return undefined
  return nameOf(node)
}

const forms = /^NFK?[CD]$/

/** `normalize` with the name of a form, or with nothing, which is `NFC`; `normalize` of paths is given a path. */
const isNormalizing = ({ arguments: given, callee, type }: Node): boolean => {
  if (type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return false
  const [form] = given as ReadonlyArray<unknown>
  const named = (callee.computed === true ? literal(callee.property) : nameOf(callee.property)) ?? ""
  return named === "normalize" && (form === undefined || forms.test(literal(form) ?? ""))
}

/** `import.meta.url`, which is no address of a stranger. */
const isOwnUrl = (node: unknown): boolean =>
  isNode(node) && node.type === "MemberExpression" && isNode(node.object) && node.object.type === "MetaProperty"

/** `URL.parse`, `URL.canParse`, and `new URL` of one address against another. */
const isParsingUrl = (node: Node): boolean => {
  if (node.type === "MemberExpression") {
    const member = (node.computed === true ? literal(node.property) : nameOf(node.property)) ?? ""
    return nameOf(node.object) === "URL" && (member === "parse" || member === "canParse")
  }
  if (node.type !== "NewExpression" || nameOf(node.callee) !== "URL") return false
  const [, base] = node.arguments as ReadonlyArray<unknown>
  return base !== undefined && !isOwnUrl(base)
}

/** Reads one file. A file that does not parse is an error here, so that nothing slips through unread. */
export const readModule = (path: string, source: string): SourceModule => {
  const { errors, program } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)

  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length
  const imports: Array<Import> = []
  const required: Array<Import> = []
  const reads: Array<AmbientRead> = []
  const normalizing: Array<number> = []
  const parsingUrls: Array<number> = []
  const bound = new Set<string>()

  const visit = (node: Node, parent: Node, key: string, grandparent: Node): void => {
    const found = importOf(node)
    if (found !== undefined) imports.push({ ...found, line: lineAt(node.start) })
    if (isNormalizing(node)) normalizing.push(lineAt(node.start))
    if (isParsingUrl(node)) parsingUrls.push(lineAt(node.start))
    const needed = requireOf(node)
    if (needed !== undefined) required.push({ ...needed, line: lineAt(node.start) })
    if (node.type === "Identifier" && isBinding(parent, key, grandparent)) bound.add(nameOf(node))
    else {
      const name = ambientReadOf(node, parent, key)
      if (name !== undefined) reads.push({ name, line: lineAt(node.start) })
    }
    for (const [childKey, child] of Object.entries(node)) {
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, node, childKey, parent)
    }
  }
  const top = program as unknown as Node
  visit(top, top, "program", top)
  // A name the file binds itself, say a parameter called `fetch`, is not the global.
  return {
    imports: bound.has("require") ? imports : [...imports, ...required],
    ambientReads: reads.filter(({ name }) => !bound.has(name)),
    normalizing,
    parsingUrls
  }
}
