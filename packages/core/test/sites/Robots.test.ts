import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  allowedInSteps,
  allowsAll,
  allowsNothing,
  crawlDelayOf,
  isAllowed,
  maxRobotsBytes,
  parseRobots
} from "../../src/sites/domain/Robots.ts"

const at = (path: string) => new URL(path, "https://site.example")

/** Whether `agent` may see `path` under these lines. */
const may = (lines: ReadonlyArray<string>, path: string, agent = "Kittiwake") =>
  isAllowed(parseRobots(lines.join("\n")), agent, at(path))

/** The same under rules for everybody. */
const underRules = (rules: ReadonlyArray<string>, path: string) => may(["User-agent: *", ...rules], path)

describe("robots.txt", () => {
  it("leaves the thread to others where many rules look for their pieces in a long address, and reads one that is written again once", () => {
    const rules = Array.from({ length: 10_000 }, (_, index) => `Allow: *aaaaa${index}b`)
    const stepsOf = (lines: ReadonlyArray<string>, path: string) => {
      const steps = allowedInSteps(parseRobots(["User-agent: *", ...lines].join("\n")), "Kittiwake", at(path))
      for (let count = 0; ; count++) {
        const step = steps.next()
        if (step.done === true) return { count, may: step.value }
      }
    }
    const long = `/p${"a".repeat(1_900)}`
    const { count, may } = stepsOf([...rules, "Disallow: /p"], long)
    assert.isFalse(may)
    // Nobody else's turn is further away than that of two million letters that are compared.
    assert.isAbove(count, 50)
    assert.deepStrictEqual(stepsOf([...Array.from({ length: 10_000 }, () => rules[0]!), "Disallow: /p"], long), {
      count: 0,
      may: false
    })
    assert.strictEqual(stepsOf(["Disallow: /p"], "/q").count, 0)
  })

  it("forbids no more than is written where it is longer than what is read of it", () => {
    const rules = "Disallow: /private\n"
    const begun = `User-agent: *\n${"#".repeat(maxRobotsBytes)}`.slice(0, maxRobotsBytes - rules.length)
    // Cut after "Disallow: /", after the whole path, and after the line.
    for (const cut of [8, 1, 0, -1]) {
      const text = `${begun.slice(0, -20)}\n${"#".repeat(18 + cut)}\n${rules}${rules}${"#".repeat(100)}`
      assert.isTrue(isAllowed(parseRobots(text), "Kittiwake", at("/about")), `cut ${cut}`)
    }
    assert.isFalse(isAllowed(parseRobots(`${begun.slice(0, -1)}\n${rules}#`), "Kittiwake", at("/private/1")))
  })

  it.each([
    // RFC 9309 §2.2.2 and §2.2.3, with the table of Google's documentation.
    ["/", "/fish", true],
    ["/*", "/fish", true],
    ["/fish", "/fish", true],
    ["/fish", "/fish.html", true],
    ["/fish", "/fishheads/yummy.html", true],
    ["/fish", "/Fish.asp", false],
    ["/fish", "/catfish", false],
    ["/fish", "/desert/fish", false],
    ["/fish*", "/fishheads", true],
    ["/fish*", "/?id=fish", false],
    ["/fish/", "/fish/salmon.htm", true],
    ["/fish/", "/fish", false],
    ["/*.php", "/folder/filename.php?parameters", true],
    ["/*.php", "/windows.PHP", false],
    ["/*.php$", "/folder/filename.php", true],
    ["/*.php$", "/filename.php?parameters", false],
    ["/*.php$", "/filename.php5", false],
    ["/*.php$", "/a.php.php", true],
    ["/fish*.php", "/fishheads/catfish.php?parameters", true],
    ["/fish*.php", "/Fish.PHP", false],
    ["/$", "/", true],
    ["/$", "/a", false],
    ["/a*b*c", "/a1b2c3", true],
    ["/a*b*c", "/a1c2b3", false],
    ["/a**b", "/axxb", true],
    ["*/b", "/a/b/c", true],
    ["*$", "/anything", true],
    ["/*ab$", "/aab", true],
    ["/ab*ab$", "/ab", false],
    ["/?q=", "/?q=1", true],
    ["/a?b=c", "/a?b=c&d", true],
    ["fish", "/fish", true],
    // §2.2.2: octets are compared in one spelling.
    ["/foo/bar/ツ", "/foo/bar/%E3%83%84", true],
    ["/foo/bar/%E3%83%84", "/foo/bar/ツ", true],
    ["/foo/bar/%62%61%7A", "/foo/bar/baz", true],
    ["/foo/bar/baz", "/foo/bar/%62%61%7a", true],
    ["/a%3cd", "/a%3Cd", true],
    ["/a%2Fb", "/a/b", false],
    ["/path/file-with-a-%2A.html", "/path/file-with-a-*.html", true],
    ["/path/foo-%24", "/path/foo-$", true],
    ["/a$b", "/a$b", true],
    ["/a$b", "/a", false]
  ] as const)("with the rule %s covers %s: %s", (rule, path, covers) => {
    assert.strictEqual(underRules([`Disallow: ${rule}`], path), !covers)
  })

  it.each([
    [["Allow: /p", "Disallow: /"], "/page", true],
    [["Allow: /folder", "Disallow: /folder"], "/folder/page", true],
    [["Disallow: /folder", "Allow: /folder"], "/folder/page", true],
    [["Allow: /page", "Disallow: /*.htm"], "/page.htm", false],
    [["Allow: /page", "Disallow: /*.ph"], "/page.php5", true],
    [["Allow: /$", "Disallow: /"], "/", true],
    [["Allow: /$", "Disallow: /"], "/page.htm", false],
    [["Disallow: /example/page/", "Allow: /example/page/disallowed.gif"], "/example/page/disallowed.gif", true],
    [["Disallow:"], "/a", true],
    [["Disallow: /", "Allow:"], "/a", false],
    [["Disallow: /"], "/robots.txt", true]
  ] as const)("with the rules %j lets one see %s: %s", (rules, path, allowed) => {
    assert.strictEqual(underRules(rules, path), allowed)
  })

  it("means an agent by its product in any case, and everybody else by the star", () => {
    const lines = ["User-Agent: kittiWAKE/2.0", "Disallow: /ours", "", "user-agent: *", "Disallow: /others"]
    assert.isFalse(may(lines, "/ours"))
    assert.isTrue(may(lines, "/others"))
    assert.isFalse(may(lines, "/ours", "Kittiwake/0.1.0 (+https://example.org)"))
    assert.isTrue(may(lines, "/ours", "Kittiwake-Images"))
    assert.isFalse(may(lines, "/others", "Kittiwake-Images"))
    assert.isTrue(may(["User-agent: other", "Disallow: /"], "/a"))
  })

  it("joins the groups of one agent, and the agents of one group", () => {
    const lines = [
      ...["User-agent: kittiwake", "Disallow: /a", "User-agent: x", "User-agent: Kittiwake", "Disallow: /b"],
      ...["Disallow: /c", "User-agent: y", "Disallow: /d"]
    ]
    assert.deepStrictEqual(
      ["/a", "/b", "/c", "/d"].map((path) => may(lines, path)),
      [false, false, false, true]
    )
    assert.deepStrictEqual(
      ["/a", "/b", "/c"].map((path) => may(lines, path, "x")),
      [true, false, false]
    )
  })

  it("ends a group by no line but one of another agent", () => {
    const lines = [
      "User-agent: a",
      "Sitemap: /s.xml",
      "Crawl-delay: 2",
      "nonsense",
      "User-agent: kittiwake",
      "Disallow: /x"
    ]
    assert.isFalse(may(lines, "/x"))
    assert.isFalse(may(lines, "/x", "a"))
  })

  it.each([
    [
      "for another agent alone",
      ["User-agent: Bingbot", "Crawl-delay: 10", "", "User-agent: *", "Disallow: /private"],
      0
    ],
    ["for every agent", ["User-agent: *", "Crawl-delay: 10", "User-agent: Bingbot", "Disallow: /"], 10],
    ["for several that are named together", ["User-agent: x", "User-agent: Kittiwake", "Crawl-delay: 3"], 3],
    ["behind the rules", ["User-agent: *", "Disallow: /a", "Disallow: /b", "Crawl-delay: 4"], 4],
    ["for others after it", ["User-agent: *", "Crawl-delay: 2", "User-agent: x", "Crawl-delay: 9", "Disallow: /"], 2],
    ["behind a sitemap", ["User-agent: *", "Sitemap: https://a.example/s.xml", "Crawl-delay: 5"], 5],
    ["before any agent", ["Crawl-delay: 10", "User-agent: *", "Disallow: /private"], 0],
    ["twice", ["User-agent: *", "Crawl-delay: 2", "Disallow: /", "User-agent: *", "Crawl-delay: 5"], 5],
    ["that is no number", ["User-agent: x", "Crawl-delay: soon", "User-agent: *", "Crawl-delay: 6"], 6],
    ["for all others than us", ["User-agent: Kittiwake", "Allow: /", "User-agent: *", "Crawl-delay: 7"], 0]
  ] as const)("asks for the delay %s", (_, lines, seconds) => {
    assert.strictEqual(crawlDelayOf(parseRobots(lines.join("\n")), "Kittiwake"), seconds)
  })

  it("keeps the delay of an agent where rules that follow are its own, too", () => {
    const robots = parseRobots("User-agent: a\nCrawl-delay: 2\nUser-agent: b\nDisallow: /x\nCrawl-delay: 8")
    assert.deepStrictEqual([crawlDelayOf(robots, "a"), crawlDelayOf(robots, "b")], [2, 8])
    assert.deepStrictEqual(
      ["a", "b"].map((agent) => isAllowed(robots, agent, at("/x"))),
      [false, false]
    )
  })

  it("is read with a byte order mark, any line ends, comments, spaces and common slips", () => {
    const text = "\ufeff# hi\rUser-agent : * # all\r\n\tDISALLOW:/a#b\r\rdissallow: /c\nuseragent: z\nAllow: /\n"
    const robots = parseRobots(text)
    assert.deepStrictEqual(
      ["/a", "/c", "/d"].map((path) => isAllowed(robots, "Kittiwake", at(path))),
      [false, false, true]
    )
    assert.isTrue(isAllowed(robots, "z", at("/a")))
  })

  it("tells the delay and the sitemaps as written", () => {
    const robots = parseRobots(
      "Sitemap: https://a.example/s.xml\nUser-agent: *\nCrawl-delay: 1.5\nsitemap: /t.xml\nUser-agent: x\nCrawl-delay: soon"
    )
    assert.strictEqual(crawlDelayOf(robots, "Kittiwake"), 1.5)
    assert.deepStrictEqual(robots.sitemaps, ["https://a.example/s.xml", "/t.xml"])
    const slow = parseRobots("User-agent: *\nCrawl-delay: 1.5\nDisallow: /x\nUser-agent: x\nCrawl-delay: 99999999")
    assert.deepStrictEqual([crawlDelayOf(slow, "Kittiwake"), crawlDelayOf(slow, "x")], [1.5, 86_400])
  })

  it("that is a page of HTML, or rules of nobody, allows all", () => {
    assert.isTrue(may(["<!doctype html><html><body>Disallow: /</body>"], "/a"))
    assert.isTrue(may(["Disallow: /", "User-agent: *"], "/a"))
    assert.isTrue(isAllowed(allowsAll, "Kittiwake", "https://site.example/a"))
    assert.isFalse(isAllowed(allowsNothing, "Kittiwake", "https://site.example/a"))
  })

  it("is read up to 500 KB", () => {
    const filler = "#".repeat(maxRobotsBytes)
    assert.isFalse(may(["User-agent: *", "Disallow: /a", filler, "Disallow: /b"], "/a"))
    assert.isTrue(may(["User-agent: *", "Disallow: /a", filler, "Disallow: /b"], "/b"))
  })

  it("is heeded to its rule number 20,000 for one agent", () => {
    const rules = (count: number) => [
      "User-agent: *",
      ...Array.from({ length: count }, () => "Allow:/a"),
      "Disallow:/b"
    ]
    assert.isFalse(may(rules(19_999), "/b"))
    assert.isTrue(may(rules(20_000), "/b"))
  })

  it("costs little, whatever its rules are", () => {
    const long = `/${"a".repeat(2_000)}`
    const texts = [
      `User-agent: *\nDisallow: /${"*a".repeat(200_000)}$`,
      `User-agent: *\n${`Disallow: /${"*a".repeat(60)}b$\n`.repeat(4_000)}`,
      `User-agent: *\n${"Disallow: /*b\n".repeat(40_000)}`,
      `${Array.from({ length: 20_000 }, (_, index) => `User-agent: a${"b".repeat(index % 9)}\n`).join("")}${"Disallow: /a\n".repeat(9_000)}`,
      `${"User-agent: a\n".repeat(20_000)}${"Crawl-delay: 1\n".repeat(15_000)}`,
      `${Array.from({ length: 15_000 }, (_, index) => `User-agent:${"ab".charAt(index % 2)}\nCrawl-delay:1\n`).join("")}`,
      "\r".repeat(maxRobotsBytes),
      ":".repeat(maxRobotsBytes)
    ]
    for (const text of texts) {
      const start = process.cpuUsage()
      const robots = parseRobots(text)
      isAllowed(robots, "Kittiwake", at(long))
      const { system, user } = process.cpuUsage(start)
      assert.isBelow((system + user) / 1_000, 5_000)
    }
  })

  it.prop("agrees with a pattern matcher that tries everything", [Schema.String, Schema.String], ([one, other]) => {
    const letters = (text: string, alphabet: string) =>
      [...text]
        .slice(0, 8)
        .map((char) => alphabet[char.charCodeAt(0) % alphabet.length])
        .join("")
    const pattern = `/${letters(one, "ab*$")}`
    const path = `/${letters(other, "ab")}`
    const [body, end] = pattern.endsWith("$") ? [pattern.slice(0, -1), "$"] : [pattern, ""]
    const expression = `^${[...body].map((char) => (char === "*" ? ".*" : char === "$" ? "\\$" : char)).join("")}${end}`
    assert.strictEqual(underRules([`Disallow: ${pattern}`], path), !new RegExp(expression).test(path), pattern)
  })
})
