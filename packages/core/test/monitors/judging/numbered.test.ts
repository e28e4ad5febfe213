/** Goals that wait for something new that its number tells apart: a build, a version, an episode. */
import { assert, describe, it } from "@effect/vitest"
import { conditionsOf } from "../../../src/monitors/domain/judging/goal.ts"
import { isNewer } from "../../../src/monitors/domain/judging/numbered.ts"
import { checkPairs } from "./onPages.ts"

const page = (...lines: ReadonlyArray<string>): string =>
  `<h1>Acme Studio</h1><p>We make things for people who like them.</p>${lines.map((line) => `<p>${line}</p>`).join("")}<p>Find us at the quay.</p>`

const goals = ["tell me when there is a new build", "new version", "new release of Acme Studio"]

const raised: ReadonlyArray<readonly [before: string, after: string]> = [
  ["Build 2402", "Build 2405"],
  ["Latest build: 2402 (5 May 2026)", "Latest build: 2405 (9 May 2026)"],
  ["Acme 5.1.0 build 2402", "Acme 5.1.0 build 2405"],
  ["© 2026 Acme · Build #2402", "© 2026 Acme · Build #2405"],
  ["Build 1.9", "Build 1.10"],
  ["Version 24", "Version 25"],
  ["Version 2.0-rc1", "Version 2.0"]
]

const notRaised: ReadonlyArray<readonly [before: string, after: string]> = [
  ["Build 2405", "Build 2402"],
  ["v2.0.1", "v2.0.0"],
  ["Build 2402 · 45 downloads", "Build 2402 · 46 downloads"],
  ["Downloads: 2402", "Downloads: 2405"],
  ["Build time: 12 s", "Build time: 13 s"],
  ["Release: 3 bugs", "Release: 5 bugs"],
  ["Release 1 of 3", "Release 2 of 3"],
  ["Page 2 of 3", "Page 3 of 3"],
  ["Next release: 5 May 2026", "Next release: 12 May 2026"],
  ["© Acme Studio 2025", "© Acme Studio 2026"],
  ["Copyright 2025 Acme", "Copyright 2026 Acme"]
]

describe("a goal that waits for something new", () => {
  it.effect("is met by a larger number behind its noun", () =>
    checkPairs(goals.flatMap((goal) => raised.map(([was, now]) => [goal, page(was), page(now), true] as const)))
  )

  it.effect("is not met by other numbers, nor by a smaller one", () =>
    checkPairs(goals.flatMap((goal) => notRaised.map(([was, now]) => [goal, page(was), page(now), false] as const)))
  )

  it.effect("knows things by their own nouns, in cells and in lines that came", () =>
    checkPairs([
      ["when a new episode is available", page("Episode 45: The Sea"), page("Episode 46: The Land"), true],
      ["neue Ausgabe", page("Ausgabe Nr. 12"), page("Ausgabe Nr. 13"), true],
      ["sobald ein neuer Build verfügbar ist", page("Build 2402"), page("Build 2405"), true],
      ["nouvelle version disponible", page("Version 24"), page("Version 25"), true],
      ["new issue", page("Issue 45"), page("Issue 46", "Issue 45"), true],
      ["new version of Chrome", page("Chrome 140"), page("Chrome 141"), true],
      ["nieuwe versie beschikbaar", page("Versie 24"), page("Versie 25"), true],
      ["neues Update", page("Update 12"), page("Update 13"), true],
      ["new season", page("Season 2, Episode 5"), page("Season 2, Episode 6"), false],
      ["new stable version", page("Version 24 beta"), page("Version 25 beta"), false],
      ["new security release", page("Build 2402"), page("Build 2405"), false],
      ["new version", page("Requires Node 18"), page("Requires Node 20"), false],
      ["anything new", page("Build 2402"), page("Build 2405"), false],
      ["new comments", page("Comments (12)"), page("Comments (13)"), true],
      [
        "new build",
        "<table><tr><th>Channel</th><th>Build</th></tr><tr><td>Stable</td><td>2402</td></tr><tr><td>Beta</td><td>2410</td></tr></table>",
        "<table><tr><th>Channel</th><th>Build</th></tr><tr><td>Stable</td><td>2405</td></tr><tr><td>Beta</td><td>2410</td></tr></table>",
        true
      ],
      ["new article", page("Issue 45"), page("Issue 46"), false],
      ["new jobs in Berlin", page("Berlin 10115"), page("Berlin 10117"), false],
      ["new version of Zeta", page("Build 2402"), page("Build 2405"), false],
      ["new version", page("Tax year 2025"), page("Tax year 2026"), false]
    ])
  )

  it("asks for what comes, and not for a state, where it is available once it is there", () => {
    const kinds = (goal: string) => conditionsOf(goal).map(({ kind }) => kind)
    for (const goal of ["when a new version is available", "a newer build is available", "new episode now available"])
      assert.deepStrictEqual(kinds(goal), ["added"], goal)
    for (const goal of [
      "when a new ticket is available",
      "when the new phone is available",
      "a new version is sold out"
    ])
      assert.deepStrictEqual(kinds(goal), ["status"], goal)
  })
})

const newThings: ReadonlyArray<readonly [goal: string, before: string, after: string, told: boolean]> = [
  ["tell me when the new volume is available", "Volume 7: preorder", "Volume 7: in stock", true],
  ["tell me when the new issue is available", "Issue 46: preorder", "Issue 46: in stock", true],
  ["sag mir, wenn die neue Ausgabe verfügbar ist", "Ausgabe 12: nicht verfügbar", "Ausgabe 12: verfügbar", true],
  ["when new episodes are available", "Episode 5 unavailable", "Episode 5 available", true],
  ["when the new edition of the guide is available", "Currently unavailable", "Available", true],
  ["when the new version of the book is available", "Currently unavailable", "In stock", true],
  ["when the new band shirt is available", "Out of stock", "In stock", true],
  ["a new band shirt is available", "Out of stock", "In stock", true],
  ["when the new driver seat is available", "Out of stock", "In stock", true],
  ["when the new patch kit is available", "Out of stock", "Available", true],
  ["dime cuando la nueva edición esté disponible", "Agotado", "Disponible", true],
  ["when the new edition is available", "Available", "Sold out", false],
  ["when the new edition is available", "Sold out", "Preorder", false],
  ["when the new version is available", "New version: coming soon", "New version: delayed to June", false],
  ["when the new version is available", "Version 3.0", "Version 3.1", false],
  ["when a new version is available", "Version 3.0", "Version 3.1", true],
  ["when a new version is available", "Version 3.4.1 available", "Version 3.4.2 available", true],
  ["when a new version is available", "Version 3.0 available", "Version 3.1 not available yet", false],
  ["when a new version is available", "Version 3.0", "Version 3.1 expected in June", false],
  ["when a new version is available", "Version 3.0", "Version 3.1 (delayed)", false],
  ["when a new issue is available", "Issue 45", "Issue 46: sold out", false],
  ["new release", "Version 10.0.0-preview.7", "Version 10.0.0-rc.1", true],
  ["new release", "Spring Boot 4.0.0-M2", "Spring Boot 4.0.0-RC1", true],
  ["new release", "Spring Boot 4.0.0-M2", "Spring Boot 4.0.0-M3", true],
  ["new version", "Kotlin 2.2.0-M3", "Kotlin 2.2.0-RC", true],
  ["new release", "v3.0.0-next.4", "v3.0.0-rc.0", true],
  ["new release", "v3.0.0-canary.4", "v3.0.0-rc.0", true],
  ["new release", "Version 1.4.0-SNAPSHOT", "Version 1.4.0-RC1", true],
  ["new release", "Version 1.0.0-rc1", "Version 1.0.0", true],
  ["a new app version", "Version 2024.48.1", "Version 9.0.1", true],
  ["new release", "Version 1.0.0", "Version 1.0.0-rc1", false],
  ["new release", "v1.0.0-rc.2", "v1.0.0-rc.1", false],
  ["new release", "Spring Boot 4.0.0-M3", "Spring Boot 4.0.0-M2", false]
]

describe("what is new and there", () => {
  it.effect("is met by what is said to be there, and where any will do by one that came", () =>
    checkPairs(newThings.map(([goal, was, now, told]) => [goal, page(was), page(now), told] as const))
  )
})

describe("a number of a release", () => {
  it("is taken for newer where nobody can tell the order", () => {
    for (const pair of ["2024.48.1 9.0.1", "4.0-preview1 4.0-beta1", "9.6 9.6p1", "9.6p1 9.6", "2.0-linux 2.0-rc1"]) {
      const [was, now] = pair.split(" ") as [string, string]
      assert.isTrue(isNewer(was, now), pair)
    }
  })

  it("is newer by its parts, and behind what leads to it", () => {
    const pairs = [
      ...["1.9 1.10", "2402 2405", "2.0-rc1 2.0", "2.0-beta2 2.0-rc1", "2.0 2.1-beta1", "1,999 2,001", "999 1,000"],
      ...["22631.4460 22631.4541", "2.0-rc1 2.0-rc2", "1.1.1v 1.1.1w", "2.0b3 2.0b4", "2.0-a2 2.0-b1"],
      ...["4.0-M2 4.0-RC1", "4.0-preview.7 4.0-rc.1", "4.0-next.4 4.0-rc.0", "1.4-SNAPSHOT 1.4", "3.0.CR1 3.0.Final"]
    ]
    for (const pair of pairs) {
      const [was, now] = pair.split(" ") as [string, string]
      assert.isTrue(isNewer(was, now), pair)
      assert.isFalse(isNewer(now, was), `${pair}, the other way`)
    }
    assert.isFalse(isNewer("2.0", "2.0"))
    assert.isFalse(isNewer("3.0.Final", "3.0"))
    assert.isFalse(isNewer("2.0-rc1", "2.0-rc1"))
  })
})
