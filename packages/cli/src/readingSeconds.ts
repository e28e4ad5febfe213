/** Time of the processor that reading one file may take. */

export const defaultReadingSeconds = 10

/** A file is given up after 120 s by the clock on the wall, however little of the processor it had. */
export const isReadingSeconds = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= 1 && seconds <= 120
