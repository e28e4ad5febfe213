/**
 * Made fields of companies: rivals that pages set beside each other, and around them who is none: whoever owns one, sells what it makes,
 * reviews all of them, supplies them, or only shares a word with them.
 */

/** One page of the made web. */
export interface MadePage {
  readonly url: string
  readonly html: string
}

/** A field, as it is written down. */
export interface Field {
  /** What its companies make, as their pages say it. */
  readonly product: string
  /** Words that their pages have beside it. */
  readonly words: ReadonlyArray<string>
  /** Names of the rivals, the first of which is asked for, and each of the others in its turn. */
  readonly rivals: ReadonlyArray<string>
  readonly parent: string
  readonly reseller: string
  readonly reviews: string
  /** Who sells something else to the same people, and is named beside the rivals. */
  readonly supplier: string
  /** Which pages set rivals beside each other: of the company, of its rival, of a list, of a blog. */
  readonly says: ReadonlyArray<"own" | "theirs" | "list" | "blog">
}

const hostOf = (name: string): string => `${name.toLowerCase().replace(/[^a-z0-9]+/g, "")}.example`

const link = (name: string): string => `<a href="https://${hostOf(name)}/">${name}</a>`

const page = (url: string, title: string, description: string, body: string): MadePage => ({
  url,
  html: `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${description}">
    <meta property="og:site_name" content="${title.split(/ [–|-] /).at(-1)}"></head><body>
    <nav><a href="/">Home</a> <a href="/about">About</a></nav><main>${body}</main></body></html>`
})

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`

const homeOf = (name: string, { parent, product, rivals, says, words }: Field): MadePage => {
  const [first, second] = rivals
  const isFirst = name === first
  const compares =
    isFirst && says.includes("own") ? `<a href="/compare/${first}-vs-${second}">${first} vs ${second}</a>` : ""
  const owner = isFirst
    ? `<footer>${name} is a ${link(parent)} company. © ${parent}</footer>`
    : `<footer>© ${name}</footer>`
  return page(
    `https://${hostOf(name)}/`,
    `${capital(product)} – ${name}`,
    `${name} makes ${product} with ${words.slice(0, 2).join(" and ")}.`,
    `<h1>${capital(product)} that works</h1><p>${name} is ${product} for teams. It has ${words.join(", ")}.</p>
      <p>Start a trial of our ${product} today.</p>${compares}${owner}`
  )
}

/** All pages of a field. */
export const pagesOf = (field: Field): ReadonlyArray<MadePage> => {
  const { parent, product, reseller, reviews, rivals, says, supplier, words } = field
  const [first, second, third] = rivals as readonly [string, string, string]
  return [
    ...rivals.map((name) => homeOf(name, field)),
    page(
      `https://${hostOf(parent)}/`,
      `Our brands – ${parent}`,
      `${parent} is a holding company.`,
      `<h1>${parent}</h1><p>${parent} owns ${link(first)} and companies in other fields.</p>`
    ),
    page(
      `https://${hostOf(reseller)}/`,
      `Authorized reseller of ${first} – ${reseller}`,
      `${reseller} sells licences of ${first}, sets it up and trains teams.`,
      `<h1>${first} partner</h1><p>As an authorized reseller of ${link(first)} we sell ${product} licences and services.</p>`
    ),
    page(
      `https://${hostOf(supplier)}/`,
      `Payment cards for companies – ${supplier}`,
      `${supplier} issues payment cards.`,
      `<h1>Payment cards</h1><p>${supplier} issues payment cards to companies of every trade.</p>`
    ),
    page(
      `https://${hostOf(reviews)}/`,
      `Software reviews by real people – ${reviews}`,
      `${reviews} compares software of all kinds.`,
      `<h1>Reviews of software</h1><p>Read reviews, compare products and find the best software.</p>`
    ),
    ...(says.includes("own")
      ? [
          page(
            `https://${hostOf(first)}/compare/${first}-vs-${second}`,
            `${first} vs ${second} – ${first}`,
            `How ${first} compares with ${second}.`,
            `<h1>${first} vs ${second}</h1><p>Both are ${product}. Compared with ${link(second)}, ${first} has ${words[0]}.</p>
              <p>Pay with cards of ${link(supplier)}.</p>`
          )
        ]
      : []),
    ...(says.includes("theirs")
      ? [
          page(
            `https://${hostOf(third)}/alternatives/${first.toLowerCase()}`,
            `The best alternative to ${first} – ${third}`,
            `Why teams move from ${first} to ${third}.`,
            `<h1>An alternative to ${first}</h1><p>${third} is ${product} like ${link(first)}, with ${words[1]}. Switch from ${first} in a day.</p>`
          )
        ]
      : []),
    ...(says.includes("list")
      ? [
          page(
            `https://${hostOf(reviews)}/${first.toLowerCase()}/alternatives`,
            `Top alternatives to ${first} – ${reviews}`,
            `Alternatives to ${first} among ${product}.`,
            `<h1>Top alternatives to ${first}</h1><ol>${rivals
              .slice(1)
              .map((name) => `<li><h2>${link(name)}</h2><p>${name} is ${product} with ${words.join(" and ")}.</p></li>`)
              .join("")}</ol><aside>Sponsored: ${link(supplier)}. Buy ${first} from ${link(reseller)}.</aside>`
          )
        ]
      : []),
    ...(says.includes("blog")
      ? [
          page(
            `https://diary${first.toLowerCase()}.example/${first.toLowerCase()}-vs-${third.toLowerCase()}`,
            `${first} vs ${third}: which ${product} is better?`,
            `We tried ${first} and ${third}.`,
            `<h1>${first} vs ${third}</h1><p>We used ${link(first)} and ${link(third)} for ${product}. Both have ${words[0]}. We bought ours from ${link(reseller)}.</p>`
          )
        ]
      : [])
  ]
}

/** Whose competitors are asked for, who they are, and who is none of them. */
export interface CompetitorTask {
  readonly domain: string
  /** Those whom a page names: they are to be told. */
  readonly wanted: ReadonlySet<string>
  /** Those who make the same, named or not: they may be. */
  readonly right: ReadonlySet<string>
  /** By their hosts, what they are. */
  readonly others: ReadonlyMap<string, string>
}

/** The first company of a field. */
export const taskOf = ({ parent, reseller, reviews, rivals, says, supplier }: Field): CompetitorTask => {
  const [first, second, third] = rivals as readonly [string, string, string]
  const named = [
    ...(says.includes("own") ? [second] : []),
    ...(says.includes("theirs") || says.includes("blog") ? [third] : []),
    ...(says.includes("list") ? rivals.slice(1) : [])
  ]
  return {
    domain: hostOf(first),
    wanted: new Set(named.map(hostOf)),
    right: new Set(rivals.slice(1).map(hostOf)),
    others: new Map([
      [hostOf(first), "itself"],
      [hostOf(parent), "its parent"],
      [hostOf(reseller), "a reseller"],
      [hostOf(reviews), "a review site"],
      [hostOf(supplier), "a supplier"],
      [`diary${first.toLowerCase()}.example`, "a blog"]
    ])
  }
}

/** Fields that rules may be made with. */
export const tuned: ReadonlyArray<Field> = [
  {
    ...{ product: "help desk software", words: ["shared inboxes", "ticket rules", "satisfaction surveys"] },
    ...{
      rivals: ["Ticketmoor", "Deskfen", "Helpbrook", "Answerly"],
      parent: "Northholm Group",
      reseller: "Brightside Consulting"
    },
    ...{ reviews: "Peerpick", supplier: "Cardwell Payments", says: ["own", "list"] }
  },
  {
    ...{ product: "accounting software", words: ["bank feeds", "invoices", "VAT returns"] },
    ...{ rivals: ["Ledgerly", "Bookwise", "Tallyhouse"], parent: "Sterling Holdings", reseller: "Numbers and Sons" },
    ...{ reviews: "Softrater", supplier: "Paygate", says: ["theirs", "blog"] }
  },
  {
    ...{ product: "bicycle route planning software", words: ["elevation profiles", "offline maps", "group rides"] },
    ...{ rivals: ["Routewren", "Pedalmap", "Climbline"], parent: "Outdoor Ventures", reseller: "Velo Partners" },
    ...{ reviews: "Appsifter", supplier: "Ridecard", says: ["list", "blog"] }
  },
  {
    ...{ product: "email marketing software", words: ["templates", "segments", "send time tests"] },
    ...{ rivals: ["Mailhearth", "Sendwillow", "Letterloft"], parent: "Grovemont Capital", reseller: "Inbox Agency" },
    ...{ reviews: "Toolverdict", supplier: "Stripeworth", says: ["own", "theirs"] }
  }
]

/** Fields that nothing was made or weighed with. */
export const untouched: ReadonlyArray<Field> = [
  {
    ...{ product: "appointment scheduling software", words: ["calendar links", "reminders", "team availability"] },
    ...{
      rivals: ["Slotwise", "Bookafen", "Meetmoor", "Calendale"],
      parent: "Harrow Industries",
      reseller: "Setup Friends"
    },
    ...{ reviews: "Ratemill", supplier: "Coinbridge", says: ["own", "list", "blog"] }
  },
  {
    ...{ product: "warehouse management software", words: ["barcode scanning", "pick lists", "cycle counts"] },
    ...{ rivals: ["Palletpath", "Stockharbor", "Shelfsense"], parent: "Kestrel Equity", reseller: "Logistics Helpers" },
    ...{ reviews: "Buyersguide Hub", supplier: "Fuelcard One", says: ["theirs"] }
  },
  {
    ...{ product: "password manager", words: ["shared vaults", "passkeys", "breach alerts"] },
    ...{ rivals: ["Keyfold", "Vaultmere", "Lockwren"], parent: "Ironbridge Holdings", reseller: "Secure Partners" },
    ...{ reviews: "Vergleichs Werk", supplier: "Tokenpay", says: ["list"] }
  },
  {
    ...{ product: "survey software", words: ["question logic", "panels", "exports"] },
    ...{ rivals: ["Askwell", "Pollbrook", "Formfinch"], parent: "Redwood Collective", reseller: "Insight Resale" },
    ...{ reviews: "Honestpicks", supplier: "Giftcardly", says: ["own", "blog"] }
  }
]
