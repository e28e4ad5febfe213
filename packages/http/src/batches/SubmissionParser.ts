/**
 * Reads a submission while it arrives: what is in `input.data.urls` is handed out piece by piece and not kept, everything else
 * becomes one small object.
 */
import { Tokenizer, TokenParser, TokenType } from "@streamparser/json"
import { maxBodyBytes, maxBodyDepth, maxBodyItems } from "../body.ts"

/** Where the entries stand. */
const entriesPath = "$.input.data.urls.*"

/** Deepest nesting of what stands in an entry, such as its `meta`. */
const depthOfEntries = 4

/** What opens and closes a level. */
const steps = new Map([
  [TokenType.LEFT_BRACE, 1],
  [TokenType.LEFT_BRACKET, 1],
  [TokenType.RIGHT_BRACE, -1],
  [TokenType.RIGHT_BRACKET, -1]
])

/** The text is not JSON, or larger between two entries than anything that is meant can be. */
export class SubmissionProblem extends Error {
  /** Empty where it is the whole body. */
  readonly field: string

  constructor(message: string, field = "") {
    super(message)
    this.field = field
  }
}

/** A name that stands twice in an object means its last value, and what the first one held was handed out already. */
const twoLists = () => new SubmissionProblem("The body has two lists of urls.", "input.data.urls")

/** The list as the whole body has it. */
const listIn = (body: unknown): unknown => {
  let value = body
  for (const name of ["input", "data", "urls"]) {
    if (typeof value !== "object" || value === null) return undefined
    value = (value as { readonly [key: string]: unknown })[name]
  }
  return value
}

const notJson = "The body is not valid JSON."

/** Bounds of one entry, and of everything beside the entries. */
export const maxPieceBytes = maxBodyBytes

export class SubmissionParser {
  readonly #tokenizer = new Tokenizer()
  readonly #tokens = new TokenParser({ paths: ["$", entriesPath], keepStack: true })
  #entries: Array<unknown> = []
  #rest: unknown
  #list: unknown
  #count = 0
  /** Since the last entry: what one that never ends would cost. */
  #bytes = 0
  #items = 0
  #depth = 0

  constructor() {
    this.#tokenizer.onToken = (token) => {
      this.#items += 1
      if (this.#items > maxBodyItems) {
        throw new SubmissionProblem(
          `An entry, and the rest of the body, may have ${maxBodyItems} elements and members at most.`
        )
      }
      this.#tokens.write(token)
      this.#depth += steps.get(token.token) ?? 0
      if (this.#depth > maxBodyDepth + depthOfEntries) {
        throw new SubmissionProblem(`The body may be nested ${maxBodyDepth} levels deep at most.`)
      }
    }
    this.#tokens.onValue = ({ parent, stack, value }) => {
      if (stack.length === 0) {
        this.#rest = value
        return
      }
      if (Array.isArray(parent)) this.#take(parent, value)
    }
  }

  #take(list: Array<unknown>, entry: unknown) {
    if (this.#list !== undefined && this.#list !== list) throw twoLists()
    this.#list = list
    list.length = 0
    this.#count += 1
    this.#bytes = 0
    this.#items = 0
    this.#entries.push(entry)
  }

  /** How many entries came. */
  get count(): number {
    return this.#count
  }

  /** Reads on, and hands out the entries that ended. @throws {SubmissionProblem} */
  write(piece: Uint8Array): ReadonlyArray<unknown> {
    this.#bytes += piece.byteLength
    this.#guarded(() => this.#tokenizer.write(piece))
    // What this piece brought after its last entry is at most the piece.
    if (this.#bytes > maxPieceBytes + piece.byteLength) {
      throw new SubmissionProblem(`An entry, and the rest of the body, may have ${maxPieceBytes} bytes at most.`)
    }
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  /** Everything beside the entries; their list is empty. @throws {SubmissionProblem} */
  end(): unknown {
    this.#guarded(() => {
      if (!this.#tokenizer.isEnded) this.#tokenizer.end()
    })
    if (!this.#tokens.isEnded) throw new SubmissionProblem(notJson)
    if (this.#list !== undefined && this.#list !== listIn(this.#rest)) throw twoLists()
    return this.#rest
  }

  #guarded(read: () => void) {
    try {
      read()
    } catch (error) {
      throw error instanceof SubmissionProblem ? error : new SubmissionProblem(notJson)
    }
  }
}
