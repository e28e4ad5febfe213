/** Pieces of pages that change by themselves, and pieces that look like them and are what a page is read for. */

/** Markup as sites write it, with what it shows at the `look`th look. */
export interface SampleNoise {
  readonly name: string
  readonly html: (look: number) => string
}

/** Content whose names or words are those of noise, before and after a change that has to be told. */
export interface SampleContent {
  readonly name: string
  readonly html: (value: string) => string
  readonly before: string
  readonly after: string
}

export interface Samples {
  readonly noise: ReadonlyArray<SampleNoise>
  readonly content: ReadonlyArray<SampleContent>
}

const titles = [
  "Harbour bridge closes for a week",
  "Why tea prices rise",
  "Five walks along the coast",
  "New ferry timetable",
  "How to store green tea",
  "Storm warning lifted",
  "The last lighthouse keeper",
  "A short history of salt"
]

/** Another title at every look and place. */
export const titleAt = (look: number, place: number): string => titles[(look * 3 + place) % titles.length]!

/** A number that grows. */
export const countAt = (look: number): number => 1_200 + look * 37
