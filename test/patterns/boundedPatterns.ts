/**
 * Regular expressions that take the square of their text or more, and what bounds the text that each of them sees. Whoever adds one
 * says where that bound is kept; where there is none, the expression is mended instead: what begins a run anew at each of its
 * characters is let begin where no other stands before, as in `(?<!\s)\s+$`.
 */
import type { FoundPattern } from "./foundPatterns.ts"

interface Bounded {
  readonly file: string
  /** The bound, and where it comes from. */
  readonly sees: string
  readonly patterns: ReadonlyArray<RegExp>
}

const lists: ReadonlyArray<Bounded> = [
  {
    file: "packages/adapters/documents/src/text/FeedWork.ts",
    sees: "what is repeated before and behind is counted: 1,300 characters at a place that begins so",
    patterns: [
      /(?<!\s)\s*(?:The post .{1,300} (?:appeared first|first appeared) on .{1,200}|(?:Continue reading|Read more)\b.{0,300})$/
    ]
  },
  {
    file: "packages/adapters/documents/src/text/feedMoment.ts",
    sees: "60 characters without two blanks in a row",
    patterns: [
      /^(?:[a-z]{2,9}\.?,?\s*)?(\d{1,2})[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2}),?(?:\s+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?\s*(?:(?:gmt|utc?)?([+-]\d{1,2}:?\d{2})|([a-z]{1,5}))?(?:\s*\([^)]{0,20}\))?$/i,
      /^(?:[a-z]{2,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+(\d{1,2}:\d{2}(?::\d{2})?)\s*([ap]m)?)?\s*([a-z]{2,5}|[+-]\d{2}:?\d{2})?$/i
    ]
  },
  {
    file: "packages/adapters/documents/src/office/numberFormats.ts",
    sees: "codes of a workbook have 255 characters at most",
    patterns: [/\[\$([^\]-]*)-[^\]]*\]/g]
  },
  {
    file: "packages/adapters/html/src/facts/addPostal.ts",
    sees: "lines of 80 characters",
    patterns: [/\s*,\s*/]
  },
  {
    file: "packages/adapters/html/src/facts/raisedFigures.ts",
    sees: "30 characters before the figures",
    patterns: [/\d[\d.,'’\s]*$/]
  },
  {
    file: "packages/adapters/html/src/findBlocks.ts",
    sees: "names of 61 characters, which is asked first",
    patterns: [/\d{2}|\d[a-z]\d|^(?:css|sc|jss|svelte)-|__\w{5,}$/i]
  },
  {
    file: "packages/adapters/html/src/markdown/InlineWalk.ts",
    sees: "what is looked through ends with the end of a tag",
    patterns: [/<img\s[^>]*>/i]
  },
  {
    file: "packages/adapters/html/src/pageFacts.ts",
    sees: "what is looked through ends with the end of a tag",
    patterns: [/<[^>]*>/g]
  },
  {
    file: "packages/adapters/html/src/styles/computedStyle.ts",
    sees: "styles are read in a thread alone, which ends at its deadline",
    patterns: [/;(?![^(]*\))/]
  },
  {
    file: "packages/adapters/html/src/styles/mediaQuery.ts",
    sees: "styles are read in a thread alone, which ends at its deadline",
    patterns: [/^(?:([^<>=]+?)\s*([<>]=?|=)\s*)?([a-z-]+)(?:\s*([<>]=?|=)\s*([^<>=]+))?$/, /\s*:\s*/]
  },
  {
    file: "packages/adapters/html/src/styles/values.ts",
    sees: "values of 2,000 characters, in a thread alone",
    patterns: [/^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i]
  },
  {
    file: "packages/adapters/images/src/croppedDrawing.ts",
    sees: "drawings are read in a thread alone, which ends at its deadline",
    patterns: [/<svg(?=[\s>])(?:[^>"']|"[^"]*"|'[^']*')*>/]
  },
  {
    file: "packages/adapters/openai/src/LanguageModel.ts",
    sees: "a setting of the operator",
    patterns: [/\/+$/]
  },
  {
    file: "packages/adapters/playwright/src/actions/parseInstruction.ts",
    sees: "instructions of 1,000 characters, without two blanks in a row",
    patterns: [
      /^(?:type|enter|write|input|put|insert)\s+(["'“‘«].+?["'”’»]|.+?)\s+(?:into|in|to|on|inside)\s+(.+)$/i,
      /^(?:fill(?:\s+(?:in|out))?|set|change)\s+(.+?)\s+(?:with|to|as)\s+(.+)$/i,
      /^(?:select|choose|pick)\s+(["'“‘«].+?["'”’»]|.+?)\s+(?:from|in|under|for|as)\s+(.+)$/i,
      /^(?:hover|mouse)\s+(?:over|on)?\s*(.+)$/i,
      /\s*;\s*|\s*,?\s+(?:and\s+)?then\s+|\s*,?\s+and\s+(?=(?:click|press|hit|tap|type|enter|select|choose|scroll|wait|submit|search|check|tick|close|accept|open)\b)/i,
      /"[^"]*"|“[^”]*”|„[^“”]*[“”]|‘[^’]*’|«[^»]*»|»[^«]*«|(?<![\p{L}\p{N}])'(?:[^']|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}]))*'(?![\p{L}\p{N}])/gu,
      /[.!]+$/
    ]
  },
  {
    file: "packages/adapters/playwright/src/actions/targetName.ts",
    sees: "instructions of 1,000 characters, without two blanks in a row",
    patterns: [/^(.*?)\s+(?:labell?ed|called|named|that says|with (?:the )?(?:text|label))\s+(.+)$/i]
  },
  {
    file: "packages/adapters/playwright/src/sandbox.ts",
    sees: "what the browser of the operator says as it starts",
    patterns: [/sandbox|user namespace|clone.*(?:EPERM|not permitted)/i]
  },
  {
    file: "packages/adapters/searching/src/Searxng.ts",
    sees: "a setting of the operator",
    patterns: [/\/+$/]
  },
  {
    file: "packages/cli/src/brandLists/listKind.ts",
    sees: "the first characters of a file of the operator",
    patterns: [/^\s*\[?\s*\{\s*"(?:type|id|pageid|ns|title|labels)"\s*:/]
  },
  {
    file: "packages/cli/src/commands/mcp.ts",
    sees: "a setting of the operator",
    patterns: [/\/+$/]
  },
  {
    file: "packages/cli/src/config.ts",
    sees: "a setting of the operator",
    patterns: [/\/+$/]
  },
  {
    file: "packages/cli/src/doctor/findingsText.ts",
    sees: "sentences of our own",
    patterns: [/\bdocs\/[\w/-]+\.md/]
  },
  {
    file: "packages/cli/src/peopleChoice.ts",
    sees: "a setting of the operator",
    patterns: [/\/+$/]
  },
  {
    file: "packages/core/src/brands/domain/colours.ts",
    sees: "names of properties of 82 characters",
    patterns: [
      /--[\w-]*(?:brand|primary|accent|theme|main|corporate)[\w-]*/i,
      /--[\w-]*(?:gr[ae]y|neutral|error|danger|success|warning|info|wp--preset|bs-|tw-|shadow|swiper|facebook|twitter)[\w-]*/i
    ]
  },
  {
    file: "packages/core/src/brands/domain/japaneseAddress.ts",
    sees: "addresses of 120 characters",
    patterns: [/\s*(?:電話|代表|ファックス|tel|fax|℡|☎|営業時間)/iu]
  },
  {
    file: "packages/core/src/brands/domain/merchantNames.ts",
    sees: "texts of statements of 500 characters",
    patterns: [
      /\b((?:[a-z0-9-]+\.)+(?:com|net|org|io|co|app|dev|ai|de|fr|uk|eu|us|ca|nl|es|it|ch|at|se|no|dk|fi|pl|jp|au|br))\b/i
    ]
  },
  {
    file: "packages/core/src/brands/domain/pageFacts.ts",
    sees: "64 characters before an `@`",
    patterns: [/[\p{L}\p{N}._%+-]+$/u]
  },
  {
    file: "packages/core/src/brands/domain/pictureCandidates.ts",
    sees: "the markup of 60 links of 20,000 characters, and 5,000 of a tag",
    patterns: [/<img\b[^>]{0,5000}>/gi]
  },
  {
    file: "packages/core/src/brands/domain/shownContacts.ts",
    sees: "30 characters before a number, and lines of 1,500",
    patterns: [
      /(?:fax|telefax|télécopie|ファックス|whatsapp|siret|siren|rcs|hrb|nip|krs|regon|vat|ust|uid|cif|nif|iban|isbn|iva|kvk|btw|org|cvr|reg(?:istration|istered)?|no|nr|n[º°]|№|инн|огрн)[\s.:：#-]*(?:no\.?|number)?[\s.:]*$/iu,
      /(?:\b(?:ref(?:erence)?|part|sku|artikel|art|item|model|serial|account|konto|kto|blz|abn|acn|arbn|ein|ssn|ean|gtin|upc|issn|pzn|licen[cs]e|lic|lot|charge|invoice|ticket|case|id|policy|charity|(?:order|customer)\s(?:number|id)|(?:bestell|auftrags|kunden|rechnungs)-?(?:nummer|nr))[\s.:#-]*(?:number|nummer)?|(?<![.@\w-])(?:example|e\.g|z\.\s?b|beispiel|format|enter your (?:tele)?phone)\b.{0,12}|\b(?:suicide|crisis|lifeline|poison|telefonseelsorge|giftnotruf)\b.{0,24})[\s.:(]*$/iu,
      /(?:^|[.!?:;,]\s*)(?:\p{L}+,?\s)?(?:the|our) (?:company|firm|business|team)(?: (?:now|today|currently))?\s?$|(?:^|[.!?:;]\s*)it(?: (?:now|today|currently))?\s?$|^\s*(?:now|today|currently)?\s*$/iu
    ]
  },
  {
    file: "packages/core/src/brands/domain/stockNamed.ts",
    sees: "symbols of 40 characters, and 80 before a share",
    patterns: [
      /^\(?\s*([A-Za-z ]{2,20})\s*[:：]\s*([A-Z0-9.]{1,15})\s*\)?$/,
      /((?:\p{Lu}[\p{L}\p{N}&.’'-]*,?\s+(?:(?:of|and|&|de|der|und)\s+)?){1,6}(?:plc|inc\.?|llc|ltd\.?|ag|se|nv|n\.v\.|s\.a\.)?\s*)[(（]$/u
    ]
  },
  {
    file: "packages/core/src/competitors/domain/comparedNames.ts",
    sees: "titles of 400 characters",
    patterns: [
      /(?: (?:vs\.?|versus|alternative[ns]?|competitors?|rivals?|comparison|compared|comparisons|review|reviews|reviewed|pricing|prices?|guide|features?|differences?|in|for|which|is|are|and|or|the|best|better|of|im|vergleich|users?|customers?|teams?|today|now|here|at|by|\d{4})|['’]s)+$/iu
    ]
  },
  {
    file: "packages/core/src/design/domain/scales.ts",
    sees: "shadows are cut to a length that is asked first",
    patterns: [/rgba\([^)]*,\s*0\)|transparent|#[0-9a-f]{6}00/i, /rgba?\([^)]*\)|#[0-9a-f]+/gi]
  },
  {
    file: "packages/core/src/extraction/domain/readClaim.ts",
    sees: "tasks of some thousand characters, as a request may have",
    patterns: [/(?<=\S\s+["“„«(]?)\p{Lu}[\p{L}\p{N}&'’-]*/gu]
  },
  {
    file: "packages/core/src/extraction/domain/readList.ts",
    sees: "sentences of passages, of 600 characters",
    patterns: [/(?<=\s)(?:\p{Lu}[\p{L}\p{N}.’'+&-]*)(?:\s(?:\p{Lu}[\p{L}\p{N}.’'+&-]*|\p{N}+))*$/u]
  },
  {
    file: "packages/core/src/extraction/domain/readPhrase.ts",
    sees: "sentences of passages, of 600 characters",
    patterns: [/^[\s"“„«(]+|[\s,"”]+$/gu, /(?:\p{Lu}[\p{L}\p{N}&'’-]*\s)*\p{Lu}[\p{L}\p{N}&'’-]*$/u]
  },
  {
    file: "packages/core/src/extraction/domain/roleLines.ts",
    sees: "what stands before is counted: 60 characters",
    patterns: [/^(.{3,60}?)(?:,\s+|\s+[–—|-]\s+|\s+\()([^()]{2,90})\)?$/u]
  },
  {
    file: "packages/core/src/extraction/domain/saidKinds.ts",
    sees: "texts of 60 characters",
    patterns: [/^(?<value>[\d][\d.,'’ \u00a0]*(?:[–-]\s?\d[\d.,]*)?\+?)\s*(?<label>\p{L}[\p{L}²³. -]{0,30})$/u]
  },
  {
    file: "packages/core/src/monitors/domain/judging/amounts.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [
      /(?<!\p{L})(?:was|were|before|original(?:ly)?|regular(?:ly)?(?: price)?|list(?: price)?|rrp|msrp|uvp|retail|statt|bisher|vorher|fruher|instead of|au lieu de|avant|prix (?:barre|conseille|de base)|antes|precio anterior|prima|anziche|invece di|prezzo precedente|van|voorheen|adviesprijs|de:?|old price|compare at|ehem\.?|~~)\s*:?\s*$/u,
      /(?:(?<!\p{L})(?:save|saving|discount of|you save|spar(?:en|e)?|gespart|economisez|remise|ahorra|descuento|risparmi|sconto|desconto|economize|coupon|gift card|minus)|rabatt|korting|gutschein)\s*:?\s*$/u,
      /(?:(?<!\p{L})(?:tax(?:es)?|vat|mwst\.?|deposit|fee|caution|deposito|cauzione|tip|donation|cashback|orders? (?:over|above)|from orders of|ab einem bestellwert von|incl\. )|kaution|pfand|gebuhr)\s*:?\s*$/u
    ]
  },
  {
    file: "packages/core/src/monitors/domain/judging/context.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [/^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u]
  },
  {
    file: "packages/core/src/monitors/domain/judging/compileClause.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [
      /\d[\d.,]*\s?%/gu,
      /(?:chang\w+ (?:to|from)|wechselt (?:auf|zu)|passe a|cambia a|passa a)\s(?!the|our|their)/
    ]
  },
  {
    file: "packages/core/src/monitors/domain/judging/goal.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [
      /,?\s+(?:of|en)\s+(?:(?:als|zodra|wanneer)\s+)?|,\s+/giu,
      /,?\s+(?:or|oder|ou|o|and|und|et|y|e)\s+(?:(?:if|when|whenever|wenn|sobald|si|quand|cuando|se|quando|als|zodra)\s+)?|,\s+/giu,
      /[,;]?\s+\(?(?:ideally|preferably|if possible|am liebsten|am besten|vorzugsweise|idealerweise|de préférence|idéalement|si possible|preferiblemente|idealmente|a ser posible|si es posible|preferibilmente|possibilmente|de preferência|bij voorkeur|het liefst|liefst|helst|najlepiej)(?!\p{L})[^.;?]*/giu
    ]
  },
  {
    file: "packages/core/src/monitors/domain/judging/goalBound.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [/^\s*(?:を|を?が|이|보다)?\s*$/]
  },
  {
    file: "packages/core/src/monitors/domain/judging/goalNumbers.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [/(?<number>\p{L}+) (?<unit>\p{L}+) $/u]
  },
  {
    file: "packages/core/src/monitors/domain/judging/goalText.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [/\p{Lu}[\p{L}\p{N}-]*\s$/u]
  },
  {
    file: "packages/core/src/monitors/domain/judging/matchStatus.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [
      /low stock|few left|limited stock|wenige verf|derniers exemplaires|ultim[aeio]s? (?:unidades|\d|pezzi)|stock limit|(?:only|just|nur(?: noch)?|plus que|solo(?: quedan)?|ultim[ie]|nog(?: maar)?|apenas|残り|仅剩)\s?\d+|\d+ (?:left|remaining|verfugbar|auf lager|in stock|en stock|disponibles?|op voorraad|verbleibend)/iu
    ]
  },
  {
    file: "packages/core/src/monitors/domain/judging/perUnit.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [/[:|]|\s[–—-]\s|(?:\S+\s+){4}/u]
  },
  {
    file: "packages/core/src/monitors/domain/judging/signs.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [/^(?:[^:|()]{1,80}:)?\s*\(\s*(?<amount>\p{Sc}?\s?\d[\d.,'’ ]*\s?(?:%|\p{Sc})?)\s*\)$/u]
  },
  {
    file: "packages/core/src/monitors/domain/judging/values.ts",
    sees: "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
    patterns: [/[\s-]+$/u]
  },
  {
    file: "packages/core/src/monitors/domain/words.ts",
    sees: "a part of another, whose next part takes the same word whole where this one does not end",
    patterns: [/[A-Za-z]+(?:['.@\&\-][A-Za-z]+)*(?=[,;:!?\)]|\s\P{Nd}|$)/v]
  },
  {
    file: "packages/core/src/people/domain/personLines.ts",
    sees: "what stands on both sides is counted: 200 characters",
    patterns: [
      /^(.{3,60}?)(?:\s*[,|:·•]\s*(?=\S)|\s+[–—-]\s+)(.{2,200})$/u,
      /^(.{2,80}?)\s+(?:at|@|bei|chez)\s+(\p{Lu}[\p{L}\p{N}&.'’ -]{1,60})$/u,
      /[^\s@<>"(),:;|]{1,64}@[\p{L}\p{N}.-]{3,200}/gu
    ]
  },
  {
    file: "packages/core/src/products/domain/aroundPrice.ts",
    sees: "what stands beside an amount within 120 characters",
    patterns: [
      /(?:^|[^\p{L}])(?:was|old|before|rrp|msrp|srp|uvp|regular(?:ly)?|reg|originally|compare at|instead(?: of)?|previously|list|retail|statt|vorher|bisher|ehemals|anterior|antes|ancien|au lieu de|conseillé|barré|prima|vecchio|listino|adviesprijs|van|wcześniej|zamiast)\.?(?:[\s-](?:price|preis|prix|precio|prezzo|prijs))?\s*:?\s*$/iu,
      /\d\s*[x×]\s*(?:à|of|von|de|di)?\s*$/iu
    ]
  },
  {
    file: "packages/core/src/products/domain/shownAssertions.ts",
    sees: "what stands on both sides is counted: 200 characters",
    patterns: [/^(.{3,200}?)\s+(?:[|·–—:]|-)\s+[^|·–—]{2,60}$/u]
  },
  {
    file: "packages/http/src/body.ts",
    sees: "media types of 200 characters",
    patterns: [/^application\/(?:json|[\w.+-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i]
  },
  {
    file: "packages/mcp/src/docs/sections.ts",
    sees: "our own documentation",
    patterns: [/^(#{1,4})\s+(.*?)\s*#*$/]
  }
]

/** Modules whose expressions are made of words without end, each of which sees what is told here. */
const makers: Readonly<Record<string, string>> = {
  "packages/core/src/extraction/domain/readCurrency.ts": "300 characters",
  "packages/core/src/extraction/domain/readNumber.ts": "500 characters",
  "packages/core/src/extraction/domain/readPhrase.ts": "sentences of passages, of 600 characters",
  "packages/core/src/extraction/domain/stateNow.ts":
    "200 characters of a value; goals of 2,000 and what changed, in a thread alone, which ends at its deadline",
  "packages/core/src/extraction/domain/units.ts": "100 characters",
  "packages/core/src/models/domain/givesOrders.ts": "the beginning of a passage, and what a request asks for",
  "packages/core/src/monitors/domain/judging/goalWords.ts": "goals of 2,000 characters",
  "packages/core/src/monitors/domain/judging/listed.ts":
    "goals of 2,000 characters, and names of lists, which are short",
  "packages/core/src/monitors/domain/judging/noise.ts":
    "the beginnings of lines, in a thread alone, which ends at its deadline",
  "packages/core/src/monitors/domain/judging/values.ts":
    "goals of 2,000 characters and what changed, in a thread alone, which ends at its deadline",
  "packages/core/src/products/domain/aroundPrice.ts": "what stands beside an amount within 120 characters"
}

/**
 * How long texts may be for which what a module makes is asked to be quick: of such that sees short ones alone, a square or a cube of them is
 * no matter. What takes long for a hundred characters has no end for some more.
 */
export const longestFor = (file: string): number => (Object.hasOwn(makers, file) ? 100 : Number.POSITIVE_INFINITY)

export const boundedPatterns: ReadonlyArray<FoundPattern> = lists.flatMap(({ file, patterns }) =>
  patterns.map((pattern) => ({ file, pattern }))
)
