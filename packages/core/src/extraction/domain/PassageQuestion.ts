/** What is asked of the sentences of pages. */
import type { ObjectShape } from "./DataShape.ts"
import type { Subject } from "./ofWhom.ts"
import type { ThingsAsked } from "./thingAsked.ts"

export interface PassageQuestion {
  /** In words; sites that it names by their addresses may say everything of themselves. */
  readonly task: string
  readonly shape: ObjectShape
  readonly whom: Subject
  /** Whether a sentence may itself be an answer, as it stands; otherwise a value alone is one that a sentence surely says. */
  readonly takesSentences: boolean
  /** Whether a sentence of a page in a language says what an answer in words must say; whichever states something when absent. */
  readonly says?: (text: string, language: string) => boolean
  /** Whether one thing is asked for in words, which sentences may say otherwise: then none of them answers; absent is no. */
  readonly asksOne?: boolean
  /** Of which thing properties are asked whose names do not say it; absent is of whatever the pages are of. */
  readonly things?: ThingsAsked
}
