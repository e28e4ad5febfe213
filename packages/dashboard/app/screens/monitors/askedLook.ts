/** A look that was asked for on another screen than the one that takes it. */

let asked: string | null = null

/** Whoever opens the form of a new monitor with this address next wants it looked at. */
export const askLook = (url: string): void => {
  asked = url
}

/** Whether that was asked for, once. */
export const isLookAsked = (url: string): boolean => {
  const is = asked !== null && asked === url
  asked = null
  return is
}
