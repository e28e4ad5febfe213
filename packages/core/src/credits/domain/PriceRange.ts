/** What work may cost. */

export interface PriceRange {
  /** Without these the work does not begin. */
  readonly atLeast: number
  /** As many of these as the organization has, with what is due to it and bought by itself, are set aside too. */
  readonly atMost: number
}

/** A price that is known before. */
export const exactly = (credits: number): PriceRange => ({ atLeast: credits, atMost: credits })
