/**
 * Declarations without what goes without saying, so that a page of them can be read.
 *
 * **Details**
 *
 * - Properties and arrays are read-only; one that is not is called `mutable`. `ReadonlyArray<A>` is `A[]`.
 * - A type goes by its name, wherever it comes from: `import("effect/Layer").Layer` and `Layer.Layer` are `Layer`. The names
 *   of `Schema` and `DateTime` stand alone.
 * - A function is written like a method: `get(id: string): Page`.
 * - What is called like its type is said once: `monitorId` is `monitorId: MonitorId`.
 * - What a function takes apart goes by its type alone: which of its fields it reads is its own affair.
 */
import { childrenOf, isNode, listAt, type Node, nameOf } from "./declarations.ts"
import { shorthand } from "./shorthand.ts"

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const readonly = "readonly "

const modifierOf = (text: string, node: Node): ReadonlyArray<Edit> => {
  const start = node.start + (node.static === true ? "static ".length : 0)
  if (text.startsWith(readonly, start)) return [{ start, end: start + readonly.length, text: "" }]
  return node.readonly === true ? [] : [{ start, end: start, text: "mutable " }]
}

/** Whether `left.right` is called `right`. */
const isImplied = (left: string, right: string) => left === right || left === "Schema" || left === "DateTime"

const called = (specifier: string, right: string): string => {
  const module = specifier.split("/").at(-1) ?? specifier
  return specifier.startsWith(".") || isImplied(module, right) ? "" : `${module}.`
}

/** The type of what is called like it. */
const repeatedType = (name: string, annotation: Node, type: Node): ReadonlyArray<Edit> =>
  type.type === "TSTypeReference" &&
  !isNode(type.typeArguments) &&
  name !== "" &&
  nameOf(type.typeName) === `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    ? [{ start: annotation.start, end: annotation.end, text: "" }]
    : []

/** Makes a method of a property that holds a function. */
const methodOf = (annotation: Node, type: Node): ReadonlyArray<Edit> => {
  if (type.type !== "TSFunctionType" || !isNode(type.returnType)) return []
  const arrow = type.returnType.start
  return [
    { start: annotation.start, end: type.start, text: "" },
    { start: arrow - " ".length, end: arrow + "=>".length, text: ":" }
  ]
}

const annotationEdits = (node: Node): ReadonlyArray<Edit> => {
  const annotation = node.typeAnnotation
  const type = isNode(annotation) ? annotation.typeAnnotation : undefined
  if (!isNode(annotation) || !isNode(type)) return []
  return [...repeatedType(nameOf(node.key ?? node), annotation, type), ...methodOf(annotation, type)]
}

const isReadonlyArray = (node: Node) =>
  node.operator === "readonly" && isNode(node.typeAnnotation) && node.typeAnnotation.type === "TSArrayType"

const editsOf = (text: string, node: Node): ReadonlyArray<Edit> => {
  switch (node.type) {
    case "TSPropertySignature":
    case "PropertyDefinition":
      return [...modifierOf(text, node), ...annotationEdits(node)]
    case "TSIndexSignature":
      return modifierOf(text, node)
    case "Identifier":
      return annotationEdits(node)
    case "ObjectPattern": {
      const type = isNode(node.typeAnnotation) ? node.typeAnnotation.typeAnnotation : undefined
      return isNode(type) ? [{ start: node.start, end: type.start, text: "" }] : []
    }
    case "TSTypeReference": {
      const item = isNode(node.typeArguments) ? listAt(node.typeArguments, "params")[0] : undefined
      return nameOf(node.typeName) === "ReadonlyArray" &&
        item !== undefined &&
        /^TS(TypeReference|\w+Keyword)$/.test(item.type)
        ? [
            { start: node.start, end: item.start, text: "" },
            { start: item.end, end: node.end, text: "[]" }
          ]
        : []
    }
    case "TSTypeOperator":
      return isReadonlyArray(node) ? [{ start: node.start, end: node.start + readonly.length, text: "" }] : []
    case "TSImportType":
      return isNode(node.qualifier)
        ? [
            {
              start: node.start,
              end: node.qualifier.start,
              text: called(nameOf(node.source), nameOf(node.qualifier))
            }
          ]
        : []
    case "TSQualifiedName":
      return isNode(node.right) && isImplied(nameOf(node.left), nameOf(node.right))
        ? [{ start: node.start, end: node.right.start, text: "" }]
        : []
    default:
      return []
  }
}

/** Gives the text of any part of a file, each on one line. */
export const plainText = (text: string, roots: Iterable<Node>): ((start: number, end: number) => string) => {
  const edits: Array<Edit> = []
  const visit = (node: Node, parent: Node | undefined): void => {
    edits.push(...editsOf(text, node))
    const isMutable = node.type === "TSArrayType" && (parent === undefined || !isReadonlyArray(parent))
    if (isMutable) edits.push({ start: node.start, end: node.start, text: "mutable " })
    for (const [, child] of childrenOf(node)) visit(child, node)
  }
  for (const root of roots) visit(root, undefined)
  edits.sort((a, b) => a.start - b.start || a.end - b.end)

  return (start, end) => {
    let said = ""
    let at = start
    for (const edit of edits) {
      if (edit.start < at || edit.end > end) continue
      said += text.slice(at, edit.start) + edit.text
      at = edit.end
    }
    const plain = (said + text.slice(at, end)).replace(/\s+/g, " ").replace(/; \}/g, " }").replace(/;$/, "").trim()
    return shorthand(plain)
  }
}
