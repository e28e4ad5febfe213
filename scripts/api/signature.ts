/**
 * A declaration as its name and signature, in as many lines as a reader needs.
 *
 * **Details**
 *
 * - What fits into a line stands on one. What does not is opened: the members of an interface, a class or an object, the
 *   arguments of a type, the members of a union, each on a line of its own.
 * - What is still too long is cut, and says its digest: so the page moves with every change of it.
 * - A schema is a value and the type of what it decodes to. It is one line: an object that does not fit is told by the
 *   names of its members.
 */
import { createHash } from "node:crypto"
import { type Declarations, isNode, listAt, type Node, nameOf } from "./declarations.ts"
import { plainText } from "./plain.ts"
import { schemaShorthand } from "./shorthand.ts"

/** How many characters a line may have: of what somebody wrote, and of a type that the compiler inferred for a value. */
export const longest = { written: 200, inferred: 100 } as const

/** How often a type is opened before it is cut. */
const deepest = 3

/** An inferred type this long stands for something with parts, say an API with its endpoints, each of which is told. */
const enormous = 20_000

/** Eight characters that change when the text does. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8)

/** What stands in for a text that is too long: how it begins, and its digest. */
export const cut = (text: string, at: number): string =>
  text.length <= at ? text : `${text.slice(0, at)}… (${digestOf(text)})`

const indented = (lines: ReadonlyArray<string>) => lines.map((line) => `  ${line}`)

/** A type that can be opened: its parts, and what stands around them. */
interface Opened {
  readonly before: string
  readonly parts: ReadonlyArray<Node>
  readonly lead: string
  readonly between: string
  readonly after: string
}

const typeArgumentsOf = (node: Node) => (isNode(node.typeArguments) ? listAt(node.typeArguments, "params") : [])

const annotationOf = (node: unknown): Node | undefined => {
  const type = isNode(node) && isNode(node.typeAnnotation) ? node.typeAnnotation.typeAnnotation : undefined
  return isNode(type) ? type : undefined
}

/** Gives the lines of a name that the file declares, as a whole or only its type; `entry` is its published name. */
export const signaturesOf = (
  { declared, text }: Declarations,
  entry: string
): ((name: string, typeOnly: boolean) => ReadonlyArray<string>) => {
  const slice = plainText(text, [...declared.values()].flat())
  const textOf = (node: Node) => slice(node.start, node.end)

  const open = (node: Node): Opened | undefined => {
    switch (node.type) {
      case "TSTypeLiteral":
        return { before: "{", parts: listAt(node, "members"), lead: "", between: "", after: "}" }
      case "TSUnionType":
        return { before: "", parts: listAt(node, "types"), lead: "| ", between: "", after: "" }
      case "TSTypeReference":
      case "TSImportType":
        return isNode(node.typeArguments)
          ? {
              before: `${slice(node.start, node.typeArguments.start)}<`,
              parts: typeArgumentsOf(node),
              lead: "",
              between: ",",
              after: ">"
            }
          : undefined
      default:
        return undefined
    }
  }

  const lines = (lead: string, node: Node, depth: number, length: number = longest.written): ReadonlyArray<string> => {
    const whole = `${lead}${textOf(node)}`
    if (whole.length <= length) return [whole]
    const property = node.type === "TSPropertySignature" || node.type === "PropertyDefinition"
    const type = property ? annotationOf(node) : undefined
    if (type !== undefined) {
      const between = type.type === "TSFunctionType" ? "" : " "
      return lines(`${lead}${slice(node.start, type.start)}${between}`, type, depth, length)
    }
    const opened = depth > 0 ? open(node) : undefined
    if (opened === undefined) return [cut(whole, length)]
    const { after, before, between, parts } = opened
    const inner = parts.map((part, index) => {
      const of = lines(opened.lead, part, depth - 1, length)
      return index === parts.length - 1 ? of : [...of.slice(0, -1), `${of.at(-1)}${between}`]
    })
    const first = `${lead}${before}`.trimEnd()
    return first === "" ? inner.flat() : [first, ...indented(inner.flat()), ...(after === "" ? [] : [after])]
  }

  const block = (
    head: string,
    members: ReadonlyArray<Node>,
    told: (line: string) => string = (line) => line
  ): ReadonlyArray<string> => {
    const shown = members.filter((one) => one.accessibility !== "private" && !/^(mutable )?#/.test(textOf(one)))
    if (shown.length === 0) return [`${head} {}`]
    const one = `${head} { ${shown.map((member) => told(textOf(member))).join("; ")} }`
    if (one.length <= longest.written) return [one]
    const line = (member: Node) => {
      const whole = told(textOf(member))
      return whole.length <= longest.written ? [whole] : lines("", member, deepest)
    }
    return [`${head} {`, ...indented(shown.flatMap(line)), "}"]
  }

  /** The type of the expression that a class extends, to which the compiler gives a name. */
  const baseOf = (node: Node): Node | undefined => {
    const variable = declared.get(nameOf(node.superClass))?.find(({ type }) => type === "VariableDeclaration")
    return variable === undefined ? undefined : annotationOf(listAt(variable, "declarations")[0]?.id)
  }

  /** What most classes of ours are: a service with its shape, or a tagged error with its fields. */
  const wellKnown = (name: string, base: Node): { readonly head: string; readonly members: Node } | undefined => {
    const [, second, third] = typeArgumentsOf(base)
    const as = (kind: string, key: Node, usual: string, members: Node) => ({
      head: `${kind} ${name}${textOf(key) === `"${usual}"` ? "" : ` ${textOf(key)}`}`,
      members
    })
    if (second === undefined || third === undefined) return undefined
    if (/^Context\.ServiceClass</.test(textOf(base)) && third.type === "TSTypeLiteral") {
      return as("service", second, entry, third)
    }
    const [tag, fields] = typeArgumentsOf(second)
    return /^Class<.*Cause\.YieldableError>$/.test(textOf(base)) &&
      tag !== undefined &&
      fields?.type === "TSTypeLiteral"
      ? as("error", tag, name, fields)
      : undefined
  }

  const ofClass = (node: Node): ReadonlyArray<string> => {
    const name = nameOf(node.id)
    const body = isNode(node.body) ? node.body : node
    const members = listAt(body, "body")
    const base = baseOf(node)
    if (base === undefined) return block(slice(node.start, body.start), members)
    const known = wellKnown(name, base)
    if (known !== undefined) {
      // A service's own layer gives the service: what it needs is what there is to tell.
      const own = `static layer: Layer<${name}`
      const told = (line: string) =>
        line.startsWith(`${own}, never, `) && line.endsWith(">")
          ? `static layer needs ${line.slice(own.length + ", never, ".length, -1)}`
          : line === `${own}>` || line === `${own}, never, never>`
            ? "static layer"
            : known.head.startsWith("error ")
              ? schemaShorthand(line)
              : line
      return block(known.head, [...listAt(known.members, "members"), ...members], told)
    }
    return block(cut(`class ${name} extends ${textOf(base)}`, longest.written), members)
  }

  /** An inferred type on one line, an object by the names of its members when it has to be cut. */
  const inferred = (lead: string, type: Node, isSchema: boolean): string => {
    const shorter = isSchema ? schemaShorthand : (text: string) => text
    const whole = shorter(`${lead}${textOf(type)}`)
    const literal = type.type === "TSTypeLiteral" ? type : typeArgumentsOf(type)[0]
    if (whole.length <= longest.inferred || literal?.type !== "TSTypeLiteral") return cut(whole, longest.inferred)
    const names = listAt(literal, "members").map((one) => (isNode(one.key) ? textOf(one.key) : textOf(one)))
    const told = shorter(
      `${lead}${slice(type.start, literal.start)}{ ${names.join(", ")} }${slice(literal.end, type.end)}`
    )
    return `${told.slice(0, 2 * longest.written)} (${digestOf(whole)})`
  }

  const isTypeOf = (node: Node, name: string) =>
    node.type === "TSTypeAliasDeclaration" && textOf(node).endsWith(`type ${name} = typeof ${name}.Type`)

  const ofVariable = (name: string, node: Node, isSchema: boolean): ReadonlyArray<string> => {
    const type = annotationOf(listAt(node, "declarations").find((one) => nameOf(one.id) === name)?.id)
    if (type === undefined) return [cut(textOf(node), longest.inferred)]
    if (type.type === "TSFunctionType") return lines(name, type, deepest)
    const lead = `${isSchema ? "schema" : "const"} ${name}: `
    return textOf(type).length > enormous
      ? lines(lead, type, deepest + 1, longest.inferred)
      : [inferred(lead, type, isSchema)]
  }

  const ofOne = (name: string, node: Node, all: ReadonlyArray<Node>): ReadonlyArray<string> => {
    switch (node.type) {
      case "ClassDeclaration":
        return ofClass(node)
      case "TSInterfaceDeclaration": {
        const body = isNode(node.body) ? node.body : node
        return block(slice(node.start, body.start), listAt(body, "body"))
      }
      case "TSTypeAliasDeclaration": {
        if (all.length > 1 && isTypeOf(node, name)) return []
        const type = node.typeAnnotation
        return isNode(type)
          ? lines(`${slice(node.start, type.start)} `, type, deepest)
          : [cut(textOf(node), longest.written)]
      }
      case "VariableDeclaration":
        return ofVariable(
          name,
          node,
          all.some((one) => isTypeOf(one, name))
        )
      default:
        return [cut(textOf(node), longest.written)]
    }
  }

  return (name, typeOnly) => {
    const all = (declared.get(name) ?? []).filter(({ type }) => !typeOnly || type !== "VariableDeclaration")
    return all.flatMap((node) => ofOne(name, node, all)).map((line) => line.replace(/^declare /, ""))
  }
}
