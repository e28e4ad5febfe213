/** How bodies may be coded on their way. */

/** Whether the end of a body with this `Transfer-Encoding` is found: chunks alone, since what else stands beside them would have to be undone. */
export const isCodingKnown = (coding: string | undefined): boolean =>
  coding === undefined || coding.trim().toLowerCase() === "chunked"
