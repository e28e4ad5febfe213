/** Functions that take the square of what they are called with, of which all that they see is small. */

/** By what they are called, with what bounds it. */
export const boundedFunctions: ReadonlyMap<string, string> = new Map([])
