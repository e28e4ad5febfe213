/** What reads pictures. */
import type sharp from "sharp"

/** sharp, as it is called. */
export type SharpLibrary = typeof sharp

/** Loaded with the first picture: a process that reads none does without its library. */
export const loadSharp = async (): Promise<SharpLibrary> => (await import("sharp")).default
