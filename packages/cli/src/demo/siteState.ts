/** What the site of the demo says at a moment: a small shop for birdwatchers that changes as sites do. */

/** A position that is advertised. */
export interface Job {
  readonly title: string
  readonly place: string
}

/** An article, at an address that may change. */
export interface Post {
  readonly path: string
  readonly title: string
  readonly text: string
}

/** Members who are quoted. */
export const quotes = [
  ["“We found three colonies that no map had.”", "Ingrid, Runde"],
  ["“It paid for itself before the season began.”", "Tomás, Peniche"],
  ["“My students argue about terns now.”", "Prof. Akande"],
  ["“I check it before I check the weather.”", "Siobhán, Rathlin"]
] as const

export interface SiteState {
  /** Dollars a month. */
  readonly price: number
  readonly jobs: ReadonlyArray<Job>
  readonly posts: ReadonlyArray<Post>
  /** Entries of the changelog, newest first. */
  readonly releases: ReadonlyArray<string>
  /** Whether every request is answered with another quote of a member. */
  readonly flickers: boolean
  /** Which of `quotes` it shows where it does not flicker. */
  readonly quote: number
  /** What the page says that only a browser shows. */
  readonly status: string
  readonly isDown: boolean
}

const post = (path: string, title: string, text: string): Post => ({ path, title, text })

const cliffs = post(
  "/blog/counting-on-cliffs",
  "Counting on cliffs",
  "We counted nests on the north face for eleven days, from a boat and with two telescopes. The numbers are a third higher than a year ago, and most pairs have two chicks. What helped was to count each ledge twice, by two people who did not know of each other's numbers."
)

const lenses = post(
  "/blog/which-lens",
  "Which lens for seabirds",
  "Eight times is enough from a boat, where everything moves, and ten from the shore. A wide field finds the bird, and a bright one shows it at dusk. Take the glass that you will carry, and clean the salt off it every evening."
)

/** How the site begins. */
export const firstState: SiteState = {
  price: 20,
  jobs: [
    { title: "Backend engineer", place: "Bergen" },
    { title: "Support lead", place: "Remote" }
  ],
  posts: [cliffs, lenses],
  releases: ["4.2: Sightings can be filtered by tide.", "4.1: Maps load twice as fast."],
  flickers: false,
  quote: 0,
  status: "All systems work.",
  isDown: false
}

/** After the day on which much changes: the price, three jobs, two articles, and one that moved. */
export const changedState: SiteState = {
  ...firstState,
  price: 24,
  jobs: [
    ...firstState.jobs,
    { title: "Data scientist", place: "Oslo" },
    { title: "Field biologist", place: "Lofoten" },
    { title: "Product designer", place: "Remote" }
  ],
  posts: [
    { ...cliffs, path: "/blog/2026/counting-on-cliffs" },
    lenses,
    post(
      "/blog/winter-roosts",
      "Where kittiwakes spend the winter",
      "Loggers on forty birds show that they leave the coast in September and stay far out on the open ocean until March, where hardly anybody sees them."
    ),
    post(
      "/blog/api-for-sightings",
      "An API for sightings",
      "Members can now read their own sightings as JSON. Every sighting has its place, its time and the pictures that belong to it, and none is ever changed without a note."
    )
  ],
  flickers: true
}
