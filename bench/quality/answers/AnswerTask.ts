/** What a task of the measurement is: see README.md. */

/** A made site; a page begins with its title in a line of its own. */
export interface AnswerSite {
  readonly host: string
  readonly language: string
  /** Bodies by their paths; the first page links to all others. */
  readonly pages: { readonly [path: string]: { readonly title: string; readonly body: string } }
}

export interface AnswerTask {
  readonly id: string
  readonly site: AnswerSite
  readonly ask: string
  /** The example of the answer. */
  readonly format: { readonly [name: string]: unknown }
  /** What is right; `null` where no page says it. A text is right too when it is a sentence that has it. */
  readonly right: { readonly [name: string]: Right }
}

export type Right = string | number | boolean | null | ReadonlyArray<string>

/** A task of one value. */
export const task = (
  id: string,
  site: AnswerSite,
  ask: string,
  name: string,
  placeholder: unknown,
  right: Right
): AnswerTask => ({
  ...{ id, site },
  ask: `${ask} (${site.host})`,
  format: { [name]: placeholder },
  right: { [name]: right }
})
