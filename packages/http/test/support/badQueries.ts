/** What no operation that reads the web takes in its query: each with the field that the message names. */

const numbers = ["-1", "1.5", "1e3", "0x5", "٥", "NaN", "true", "%205", "5%20", "05", "", "x"].filter(
  (one) => one !== ""
)

const integers = (name: string, ...more: ReadonlyArray<string>) =>
  [...numbers, ...more].map((value) => `${name}=${value}`).concat(`${name}=1&${name}=2`, `${name}[a]=1`)

const booleans = (name: string) =>
  ["TRUE", "1", "yes", "on"].map((value) => `${name}=${value}`).concat(`${name}=true&${name}=false`, `${name}[a]=true`)

const urls = (name: string) =>
  [
    "shop.example",
    "//shop.example/",
    "ftp://shop.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://",
    "https://shop.example/%0Ax",
    "%20https://shop.example/",
    `https://shop.example/${"x".repeat(2_048)}`,
    "https://shop.example/%00"
  ]
    .map((value) => `${name}=${value}`)
    .concat(`${name}=https://a.example/&${name}=https://b.example/`, `${name}[a]=https://a.example/`)

const json = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`

const deep = (levels: number): unknown => (levels === 0 ? "a" : { a: deep(levels - 1) })

/** What no object is, however it is written. */
const noObjects = (name: string) => [
  `${name}=x`,
  `${name}=5`,
  `${name}=true`,
  `${name}=%5Bobject+Object%5D`,
  `${name}=%7Bbroken`,
  json(name, []),
  json(name, ["a"]),
  json(name, deep(13)),
  `${name}=${encodeURIComponent('{"a":'.repeat(20_000))}`,
  `${name}=${encodeURIComponent(`{"a":${'{"a":'.repeat(8_000)}1${"}".repeat(8_001)}`)}`,
  `${name}[__proto__]=x`,
  `${name}[constructor][prototype]=x`,
  `${name}=${encodeURIComponent('{"__proto__":{"x":"y"}}')}`,
  `${name}[a${"][a".repeat(12)}]=x`,
  `${name}[a][=x`,
  `${name}[]=x`,
  `${name}[a%00]=x`,
  `${name}[a]=x%00`
]

const selectors = (name: string) => [
  `${name}=${Array(51).fill("p").join(",")}`,
  `${name}=${"x".repeat(2_049)}`,
  json(name, Array(51).fill("p")),
  json(name, [""]),
  `${name}[a]=p`,
  `${name}=p%00`
]

const deadlines = (name: string) => integers(name, "0")

const timeout = (name: string): ReadonlyArray<string> => [
  ...noObjects(name),
  ...deadlines(`${name}[milliseconds]`),
  `${name}[behavior]=fail`,
  `${name}[milliseconds]=9000&${name}[behavior]=FAIL`,
  `${name}[milliseconds]=9000&${name}[after]=1`,
  `${name}[milliseconds]=9000&${json(name, { milliseconds: 9_000 })}`,
  `${json(name, { milliseconds: 9_000 })}&${name}[milliseconds]=9000`,
  json(name, { milliseconds: "9e3" }),
  json(name, { milliseconds: 9_000.5 }),
  json(name, { milliseconds: 9_000, other: null, more: 1 })
]

const action = (value: unknown) => json("actions", [value])

/** By the name of the field. */
export const badQueries: Readonly<Record<string, ReadonlyArray<string>>> = {
  url: urls("url"),
  input: ["input=abc", "input=abc%00d", `input=${"x".repeat(2_049)}`],
  minResults: ["0", "11", "x", "1.5"].map((value) => `minResults=${value}`),
  maxResults: ["0", "11", "x", "1.5"].map((value) => `maxResults=${value}`),
  type: ["type=fuzzy", "type=SIC"],
  numCompetitors: integers("numCompetitors", "0", "11"),
  directUrl: urls("directUrl"),
  sitemapUrl: urls("sitemapUrl"),
  domain: ["domain=ab", `domain=${"x".repeat(2_049)}`, "domain=a.example&domain=b.example", "domain[a]=a.example"],
  headers: [
    ...noObjects("headers").filter((one) => one !== "headers[a]=x"),
    ...["Host", "content-length", "Connection", "transfer-encoding", "Proxy-Authorization", "x-forwarded-for"].map(
      (name) => `headers[${name}]=x`
    ),
    "headers[a%20b]=x",
    "headers[a:b]=x",
    "headers[X]=a%0D%0AY:%20b",
    `headers[X]=${"x".repeat(8_193)}`,
    "headers[X]=1&headers[x]=2",
    json("headers", Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`x-${index}`, "1"])))
  ],
  maxAgeMs: integers("maxAgeMs", "31536000001"),
  waitForMs: integers("waitForMs", "30001"),
  actions: [
    "actions=%5Bobject%20Object%5D",
    "actions=%5Bobject%20Object%5D,%5Bobject%20Object%5D",
    "actions=x",
    "actions={}",
    "actions[0][do]=wait",
    "actions=[]&actions=[]",
    json("actions", Array(6).fill({ do: "wait", timeMs: 1 })),
    action({ do: "explode" }),
    action({ do: "wait" }),
    action({ do: "wait", timeMs: 30_001 }),
    action({ do: "wait", timeMs: "1" }),
    action({ do: "wait", timeMs: 1, more: true }),
    action({ do: "scroll", direction: "north" }),
    action({ do: "scroll", amount: 0 }),
    action({ do: "scroll", maxScrolls: 51 }),
    action({ do: "perform", action: "" }),
    action({ do: "perform", action: "x".repeat(1_001) }),
    action({ do: "click" }),
    action({ do: "type", selector: "p", text: "x".repeat(5_001) }),
    action(null),
    `actions=${encodeURIComponent("[".repeat(60_000))}`
  ],
  country: ["country=xx", "country=germany", "country=de&country=fr"],
  useMainContentOnly: booleans("useMainContentOnly"),
  includeSelectors: selectors("includeSelectors"),
  excludeSelectors: selectors("excludeSelectors"),
  includeFrames: booleans("includeFrames"),
  settleAnimations: booleans("settleAnimations"),
  pdf: [
    ...noObjects("pdf"),
    ...integers("pdf[start]", "0"),
    ...integers("pdf[end]", "0"),
    "pdf[start]=3&pdf[end]=2",
    json("pdf", { start: 3, end: 2 }),
    "pdf[other]=true"
  ],
  profileId: [`profileId=${"x".repeat(65)}`, "profileId=a&profileId=b", "profileId=a%00"],
  timeoutOpts: timeout("timeoutOpts"),
  timeoutMS: deadlines("timeoutMS"),
  timeout: timeout("timeout").filter((one) => one !== "timeout=5"),
  tags: [
    `tags=${Array.from({ length: 21 }, (_, index) => `t${index}`).join(",")}`,
    `tags=a,${"x".repeat(51)}`,
    "tags[a]=b",
    "tags=a%00"
  ],
  zdr: ["zdr=true", "zdr=ENABLED", "zdr=enabled&zdr=disabled"],
  includeLinks: booleans("includeLinks"),
  includeImages: booleans("includeImages"),
  shortenBase64Images: booleans("shortenBase64Images"),
  includeHTML: booleans("includeHTML"),
  extractRules: [
    ...noObjects("extractRules").filter((one) => one !== json("extractRules", deep(13))),
    json("extractRules", {}),
    json("extractRules", { a: "" }),
    json("extractRules", { a: "@href" }),
    json("extractRules", { a: { type: "list" } }),
    json("extractRules", { a: { selector: "a", type: "all" } }),
    json("extractRules", { a: { selector: "a", output: "json" } }),
    json("extractRules", { a: { selector: "a@href" } }),
    json("extractRules", { a: { selector: "a", more: "b" } }),
    json("extractRules", { a: ["h1"] }),
    json("extractRules", { a: `${"x".repeat(2_049)}` }),
    json("extractRules", Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, "p"])))
  ],
  dedupe: booleans("dedupe"),
  enrichment: [
    ...noObjects("enrichment"),
    "enrichment[resolution]=1",
    "enrichment[more]=true",
    ...integers("enrichment[maxTimePerMs]", "0", "60001")
  ],
  viewport: [
    ...noObjects("viewport"),
    ...integers("viewport[width]", "239", "7681"),
    ...integers("viewport[height]", "239", "4321"),
    "viewport[depth]=300"
  ],
  fullScreenshot: booleans("fullScreenshot"),
  scrollOffset: integers("scrollOffset", "100001"),
  clearPopups: booleans("clearPopups"),
  handleCookiePopup: booleans("handleCookiePopup"),
  colorScheme: ["colorScheme=blue", "colorScheme=DARK"],
  page: ["page=imprint", "page=1"],
  maxLinks: integers("maxLinks", "0", "100001"),
  urlRegex: [`urlRegex=${"x".repeat(257)}`, "urlRegex=a&urlRegex=b"],
  search: [`search=${"x".repeat(201)}`, "search=a&search=b"],
  includeSubdomains: booleans("includeSubdomains"),
  extension: ["extension=exe", "extension=..pdf", "extension=pdf&extension=md"],
  ocr: booleans("ocr"),
  client: [`client=${"x".repeat(101)}`, "client=a&client=b"]
}

/** Bodies of a crawl that are refused, with the field that the message names. */
export const badCrawls: ReadonlyArray<readonly [field: string, body: object]> = [
  ...["", 5, "shop.example", "ftp://a.example/", "https://a.example/\n", `https://a.example/${"x".repeat(2_048)}`].map(
    (url) => ["url", { url }] as const
  ),
  ...[0, 501, 1.5, "5", true].map((maxPages) => ["maxPages", { maxPages }] as const),
  ...[-1, "1", 0.5].map((maxDepth) => ["maxDepth", { maxDepth }] as const),
  ["urlRegex", { urlRegex: "x".repeat(2_049) }],
  ["followSubdomains", { followSubdomains: "true" }],
  ["includeSelectors", { includeSelectors: Array(51).fill("p") }],
  ["includeSelectors", { includeSelectors: "p" }],
  ["excludeSelectors\\[0\\]", { excludeSelectors: [""] }],
  ["pdf\\.start", { pdf: { start: 0 } }],
  ["pdf\\.end", { pdf: { start: 3, end: 2 } }],
  ["pdf\\.more", { pdf: { more: true } }],
  ["waitForMs", { waitForMs: 30_001 }],
  ["stopAfterMs", { stopAfterMs: 9_999 }],
  ["stopAfterMs", { stopAfterMs: 110_001 }],
  ["maxAgeMs", { maxAgeMs: 31_536_000_001 }],
  ["country", { country: "xx" }],
  ["timeoutOpts\\.milliseconds", { timeoutOpts: { milliseconds: 999 } }],
  ["timeoutOpts\\.milliseconds", { timeoutOpts: {} }],
  ["timeoutOpts\\.behavior", { timeoutOpts: { milliseconds: 5_000, behavior: "stop" } }],
  ["timeoutOpts\\.more", { timeoutOpts: { milliseconds: 5_000, more: 1 } }],
  ["timeoutMS", { timeoutMS: 999 }],
  ["timeoutMS", { timeoutMS: 5_000, timeoutOpts: { milliseconds: 5_000 } }],
  ["timeout", { timeout: 5_000, timeoutMS: 5_000 }],
  ["tags", { tags: "a" }],
  ["tags\\[0\\]", { tags: [""] }],
  ["zdr", { zdr: true }]
]
