/** What part a business plays with what it deals in: who makes shoes, who sells them and who repairs them say much the same words. */
import type { SiteWords } from "./SiteWords.ts"

export type Role =
  | "farming"
  | "mining"
  | "utilities"
  | "construction"
  | "making"
  | "wholesale"
  | "retail"
  | "transport"
  | "software"
  | "media"
  | "finance"
  | "property"
  | "advising"
  | "supporting"
  | "teaching"
  | "health"
  | "arts"
  | "lodging"
  | "food"
  | "personal"
  | "public"

/** Codes by what they begin with; the longest beginning that fits is the one. */
type Beginnings = Readonly<Record<string, Role>>

const naics: Beginnings = {
  ...{ 11: "farming", 21: "mining", 22: "utilities", 23: "construction", 31: "making", 32: "making", 33: "making" },
  ...{ 42: "wholesale", 44: "retail", 45: "retail", 48: "transport", 49: "transport", 51: "media", 5132: "software" },
  ...{ 518: "software", 519: "media", 52: "finance", 53: "property", 54: "advising", 5415: "software", 55: "finance" },
  ...{ 56: "supporting", 61: "teaching", 62: "health", 71: "arts", 721: "lodging", 722: "food", 81: "personal" },
  ...{ 92: "public", 814: "public", 541940: "health" }
}

const sic: Beginnings = {
  ...{ "01": "farming", "02": "farming", "07": "farming", "08": "farming", "09": "farming", "074": "health" },
  ...{
    "075": "personal",
    10: "mining",
    12: "mining",
    13: "mining",
    14: "mining",
    15: "construction",
    16: "construction"
  },
  ...{ 17: "construction", 2: "making", 27: "media", 3: "making", 40: "transport", 41: "transport", 42: "transport" },
  ...{ 43: "transport", 44: "transport", 45: "transport", 46: "transport", 47: "transport", 48: "media" },
  ...{ 49: "utilities", 50: "wholesale", 51: "wholesale", 52: "retail", 53: "retail", 54: "retail", 55: "retail" },
  ...{
    56: "retail",
    57: "retail",
    58: "food",
    59: "retail",
    60: "finance",
    61: "finance",
    62: "finance",
    63: "finance"
  },
  ...{ 64: "finance", 65: "property", 67: "finance", 70: "lodging", 72: "personal", 73: "supporting", 731: "advising" },
  ...{ 737: "software", 75: "personal", 76: "personal", 78: "arts", 79: "arts", 80: "health", 81: "advising" },
  ...{ 82: "teaching", 83: "health", 835: "health", 84: "arts", 86: "public", 87: "advising", 88: "public" },
  ...{ 89: "advising", 9: "public" }
}

/** The role of an industry. @internal */
export const roleOf = (code: string): Role => {
  const beginnings = code.length === 6 ? naics : sic
  for (let length = code.length; length > 0; length--) {
    const role = beginnings[code.slice(0, length)]
    if (role !== undefined) return role
  }
  return "public"
}

/** Words by which a site shows its role. What is said but now and then counts one, what nobody else says counts more. */
const cues: { readonly [R in Role]?: ReadonlyArray<readonly [weight: number, words: RegExp]> } = {
  software: [
    [3, /\b(?:saas|software|cloud platform|all-in-one platform|rest api|sdk|no-code|low-code|workflows?)\b/g],
    [
      2,
      /\b(?:book a demo|get a demo|request a demo|api|apis|dashboard|integrat\w+|sso|web app|per user|web hosting)\b/g
    ],
    [
      1.2,
      /\b(?:platform|app|cloud|automat\w+|free trial|docs|developers|log ?in|sign up|deploy\w*|soc 2|data cent(?:er|re)s?)\b/g
    ]
  ],
  making: [
    [3, /\b(?:manufactur\w+|factory|fabless|foundry|iso (?:9001|13485)|as9100\w?|brew\w*|winer\w+)\b/g],
    [3, /\b(?:fertig\w+|hersteller|maschinenbau|fabricant\w*|fabbrica|fabricaci\w+|fabrik|wytworca|produzione)\b/g],
    [
      1.5,
      /\b(?:machined|mold\w*|production|tolerances?|prototyp\w+|oem|cleanroom|datasheets?|capabilit\w+|assembl\w+)\b/g
    ],
    [
      1.5,
      /\b(?:in our own workshop|made in our|handmade|built by|we make|we build|roasted|small[- ]batch\w*|our facility)\b/g
    ]
  ],
  wholesale: [
    [4, /\b(?:wholesale|wholesaler\w*|distributor|grosshandel|grossiste|mayorista|ingrosso|groothandel)\b/g],
    [1.5, /\b(?:trade account|line card|minimum order|skus?|branches serving|bulk|will-call)\b/g]
  ],
  retail: [
    [3, /\b(?:add to cart|free shipping|size guide|store locator|in den warenkorb|ajouter au panier|onlineshop)\b/g],
    [1.2, /\b(?:shop|cart|free returns|gift cards?|new in|sale|showroom|in stock|inventory|for sale|boutique)\b/g]
  ],
  food: [
    [
      3,
      /\b(?:dine in|takeout|reserve a table|our chef|happy hour|restaurant|bistro\w*|trattoria|carte des vins|speisekarte)\b/g
    ],
    [1.2, /\b(?:menu|reservations?|chef|catering|cuisine|wines?|order online|desserts?|tapas|bar)\b/g]
  ],
  construction: [
    [
      2.5,
      /\b(?:contractors?|free estimates?|licensed and insured|residential and commercial|remodel\w*|roof\w*|rewir\w+)\b/g
    ],
    [
      1.3,
      /\b(?:install\w*|permits?|licensed|repairs?|replacement|our (?:own )?crews?|same[- ]day|warranty|handwerk\w*)\b/g
    ]
  ],
  farming: [[1.5, /\b(?:farm\w*|acres|herd|harvest\w*|orchards?|crops?|pasture|graz\w+|vines)\b/g]],
  transport: [
    [1.5, /\b(?:freight|shipments?|fleet|truck\w*|cargo|logistic\w*|usdot|movers?|drivers|spedition)\b/g],
    [1.5, /\b(?:airline|air lines|boarding pass(?:es)?|baggage|flight status|airfares?|aerol[ií]neas?)\b/g]
  ],
  finance: [
    [
      1.5,
      /\b(?:loans?|apr|apy|insurance|fdic|ncua|nmls|lender\w*|mortgages?|checking|invest\w*|wealth|funds?|claims?)\b/g
    ]
  ],
  property: [
    [
      1.5,
      /\b(?:listings?|mls|realt\w+|tenants?|landlord\w*|rentals?|leas\w+|units?|apartments?|houses?|immobili\w+)\b/g
    ]
  ],
  advising: [
    [
      1.5,
      /\b(?:clients?|consult\w*|firm|practice areas|case studies|attorneys?|lawyers?|architects?|agency|advis\w+|cpas?)\b/g
    ],
    [1.5, /\b(?:kanzlei|beratung|abogad\w+|bufete|cabinet|studio legale|avocats?|steuerberater|agentur)\b/g]
  ],
  supporting: [[1.5, /\b(?:staffing|guards?|cleaning|janitorial|lawn|mowing|pest|facilit\w+ services|hire)\b/g]],
  teaching: [
    [1.5, /\b(?:students?|admissions?|tuition|curriculum|campus|faculty|enroll\w*|school|academy|courses?|grades?)\b/g]
  ],
  health: [
    [
      1.5,
      /\b(?:patients?|clinic\w*|doctors?|dr|treatments?|therap\w+|dentist\w*|child ?care|praxis|insurance accepted|clinica)\b/g
    ]
  ],
  lodging: [
    [
      1.7,
      /\b(?:rooms?|suites?|check-in|guests?|stay|nights?|campground|campsites?|hotel|rv|chambres?|zimmer|camere)\b/g
    ]
  ],
  arts: [
    [
      1.5,
      /\b(?:tickets?|exhibition\w*|class(?:es)?|memberships?|galler\w+|performances?|museum|gym|fitness|theat\w+|studio)\b/g
    ]
  ],
  personal: [
    [1.3, /\b(?:salon|barber|repairs?|mechanics?|grooming|funeral|cremation|dry clean\w*|laundry|walk ins|bath\w*)\b/g]
  ],
  utilities: [[2, /\b(?:megawatts?|own(?:s|ed)? and operat\w+|wind farms?|solar farms?|grid|water supply)\b/g]],
  mining: [[2, /\b(?:mine|mines|mining|quarr\w+|drilling|ore|exploration|wells?|reserves)\b/g]],
  media: [[1.7, /\b(?:publish\w*|magazine|newspaper|podcast\w*|broadcast\w*|episodes?|editorial|verlag)\b/g]]
}

/** So much of it makes a role sure, or nearly. */
const enough = 5

/** How surely a site plays each role, from 0 to 1. @internal */
export const rolesOf = (words: SiteWords): ReadonlyMap<Role, number> => {
  const said = [
    { text: `${words.title}. ${words.description}. ${words.structured}`.toLowerCase(), weight: 1.6 },
    { text: `${words.headings}. ${words.text}`.toLowerCase(), weight: 1 },
    { text: words.navigation.toLowerCase(), weight: 0.8 }
  ]
  const roles = new Map<Role, number>()
  for (const [role, all] of Object.entries(cues) as ReadonlyArray<[Role, NonNullable<(typeof cues)[Role]>]>) {
    let sum = 0
    for (const { text, weight } of said) {
      for (const [worth, pattern] of all) {
        const met = new Set(text.match(pattern) ?? [])
        sum += weight * worth * Math.min(3, met.size)
      }
    }
    roles.set(role, sum / (sum + enough))
  }
  return roles
}
