/** A whole path of the product that runs on one text. */

export interface Door {
  readonly name: string
  /** Makes ready what runs before it elsewhere, which is not counted; what it gives is what is looked at. Steps are counted, and each alone. */
  readonly open: (text: string) => () => unknown
  /** What such texts are made of; `№` stands for a number that is another each time. */
  readonly words: ReadonlyArray<string>
  /** What stands before what is repeated, and behind it. */
  readonly before?: string
  readonly after?: string
  /** The longest text that the product runs it on. */
  readonly most?: number
  /** Whether it runs on the thread that answers calls, so that no step may take more than some milliseconds, however it grows. */
  readonly isMain?: boolean
}

/** A path that takes the text as it is. */
export const whole =
  (run: (text: string) => unknown): Door["open"] =>
  (text) =>
  () =>
    run(text)
