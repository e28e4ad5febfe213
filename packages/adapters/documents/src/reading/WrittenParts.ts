/** What a file becomes, part by part. With the part that makes it more than is read it ends, before it is all put together. */
import { countNodes } from "./countNodes.ts"
import { outputCharacters, pageNodes } from "./limits.ts"
import { tooManyNodes, tooMuchText } from "./Unreadable.ts"

export class WrittenParts {
  readonly #parts: Array<string> = []
  #characters = 0
  #nodes = 0

  add(html: string): void {
    this.#characters += html.length
    if (this.#characters > outputCharacters) throw tooMuchText()
    this.#nodes += countNodes(html, pageNodes - this.#nodes)
    if (this.#nodes > pageNodes) throw tooManyNodes()
    this.#parts.push(html)
  }

  html(separator = ""): string {
    return this.#parts.join(separator)
  }
}
