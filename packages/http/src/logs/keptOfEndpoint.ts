/** What the schemas of an operation say of texts that the log of calls may keep. */
import {
  type Kept,
  type KeptOfCall,
  type KeptText,
  keptNothing,
  keptOpen
} from "@kittiwake/core/internal/usage/domain/Kept"
import { type Schema, SchemaAST } from "effect"

/** What is looked at of an operation. */
export interface LoggedEndpoint {
  readonly path: string
  readonly query: Schema.Top | undefined
  readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
  readonly success: ReadonlySet<Schema.Top>
}

interface Building extends Kept {
  readonly words: Set<string>
  numbers: boolean
  readonly texts: Set<KeptText>
  items: Building | null
  readonly fields: Map<string, Building>
  others: Building | null
}

const building = (): Building => ({
  words: new Set(),
  numbers: false,
  texts: new Set(),
  items: null,
  fields: new Map(),
  others: null
})

const isText = (value: unknown): value is KeptText =>
  value === "label" || value === "id" || value === "moment" || value === "address" || value === "receiver"

const addOpen = (to: Building): void => {
  to.numbers = true
  to.texts.add("label")
  to.items = to
  to.others = to
}

/** Adds what a schema says; `texts` is what a text is that says nothing of itself. */
const add = (to: Building, ast: SchemaAST.AST, texts: ReadonlyArray<KeptText>): void => {
  switch (ast._tag) {
    case "String": {
      const logged = SchemaAST.resolve(ast)?.logged
      if (isText(logged)) to.texts.add(logged)
      else if (logged === undefined) for (const one of texts) to.texts.add(one)
      return
    }
    case "Literal":
      to.words.add(String(ast.literal))
      if (typeof ast.literal !== "string") to.numbers = true
      return
    case "Boolean":
      to.words.add("true").add("false")
      return
    case "Number":
      if (SchemaAST.resolve(ast)?.logged !== "never") to.numbers = true
      return
    case "Union":
      for (const one of ast.types) add(to, one, texts)
      return
    case "Arrays":
      to.items ??= building()
      for (const one of [...ast.elements, ...ast.rest]) add(to.items, one, texts)
      return
    case "Objects":
      for (const { name, type } of ast.propertySignatures) {
        const field = to.fields.get(String(name)) ?? building()
        to.fields.set(String(name), field)
        add(field, type, texts)
      }
      for (const { type } of ast.indexSignatures) {
        to.others ??= building()
        add(to.others, type, texts)
      }
      return
    case "Null":
    case "Undefined":
    case "Never":
      return
    default:
      // Of anything else that is sent, such as bytes or JSON of any kind, nothing is known; what is answered is ours.
      if (texts.length > 0) addOpen(to)
  }
}

const keptOf = (schemas: Iterable<Schema.Top>, texts: ReadonlyArray<KeptText>): Kept => {
  const kept = building()
  for (const { ast } of schemas) add(kept, ast, texts)
  return kept
}

/** Fields of a reply that no schema names belong to an error: its words are ours. */
const withErrors = (kept: Kept): Kept => ({ ...kept, others: keptOpen })

/** What is known of a call of this operation. */
export const keptOfEndpoint = ({ payload, query, success }: LoggedEndpoint): KeptOfCall => ({
  query: { ...(query === undefined ? keptNothing : keptOf([query], [])), others: keptNothing },
  body: keptOf(
    [...payload.values()].flatMap(({ schemas }) => schemas),
    []
  ),
  response: withErrors(keptOf(success, ["label"]))
})
