/** How far what was asked to be done on a page has come. */

/** Whether actions on a page have begun that may not be done a second time. */
export interface ActingBegun {
  hasBegun: boolean
  /** Whether one of them found what it acts on: until then nothing has come of it. */
  hasTouched: boolean
}
