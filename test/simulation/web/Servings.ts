/** What was shown to whom, address by address: what a look can have seen. */
import type { Incarnation } from "../Universe.ts"
import type { Said } from "./Sites.ts"

export interface Serving extends Pick<Said, "body" | "spell"> {
  readonly atMillis: number
  readonly by: Incarnation
  /** Whose session it was asked for with; null where with none. */
  readonly member: string | null
  /** Whether what should stand there came, and not an error or something in its place. */
  readonly isWell: boolean
}

/** More of one address are no longer of a look that is under way. */
const kept = 64

export class Servings {
  private readonly byUrl = new Map<string, Array<Serving>>()

  note(url: string, serving: Serving): void {
    const known = this.byUrl.get(url)
    if (known === undefined) this.byUrl.set(url, [serving])
    else if (known.push(serving) > 2 * kept) known.splice(0, kept)
  }

  /** What an address answered since a moment, to whoever asked. */
  since(url: string, atMillis: number): ReadonlyArray<Serving> {
    return (this.byUrl.get(url) ?? []).filter((one) => one.atMillis >= atMillis)
  }
}
