/** Items of Wikidata (CC0) that stand for countries, languages and exchanges: a dump names them by their numbers alone. */

import { languageOf } from "./languageOf.ts"
import type { Language } from "./languages.ts"

/** Two letters of a country and the number of its item. */
const countries = `
AD228 AE878 AF889 AG781 AL222 AM399 AO916 AR414 AT40 AU408 AZ227 BA225 BB244 BD902 BE31 BF965 BG219 BH398 BI967 BJ962 BN921 BO750 BR155
BS778 BT917 BW963 BY184 BZ242 CA16 CD974 CF929 CG971 CH39 CI1008 CL298 CM1009 CN148 CO739 CR800 CU241 CV1011 CY229 CZ213 DE183 DJ977 DK35
DK756617 DM784 DO786 DZ262 EC736 EE191 EG79 ER986 ES29 ET115 FI33 FJ712 FM702 FR142 GA1000 GB145 GD769 GE230 GH117 GL223 GM1005 GN1006
GR41 GT774 GW1007 GY734 HK8646 HN783 HR224 HT790 HU28 ID252 IE27 IL801 IN668 IQ796 IR794 IS189 IT38 JM766 JO810 JP17 KE114 KG813 KH424
KI710 KM970 KN763 KP423 KR884 KW817 KZ232 LA819 LB822 LC760 LI347 LK854 LR1014 LS1013 LT37 LU32 LV211 LY1016 MA1028 MC235 MD217 ME236
MG1019 MH709 MK221 ML912 MM836 MN711 MO14773 MR1025 MT233 MU1027 MV826 MW1020 MX96 MY833 MZ1029 NA1030 NE1032 NG1033 NI811 NL55 NL29999
NO20 NP837 NR697 NZ664 OM842 PA804 PE419 PG691 PH928 PK843 PL36 PR1183 PT45 PW695 PY733 QA846 RO218 RS403 RU159 RW1037 SA851 SB685 SC1042
SD1049 SE34 SG334 SI215 SK214 SL1044 SM238 SN1041 SO1045 SR730 SS958 ST1039 SV792 SY858 SZ1050 TD657 TG945 TH869 TJ863 TL574 TM874 TN948
TO678 TR43 TT754 TV672 TW865 TZ924 UA212 UG1036 US30 UY77 UZ265 VA237 VC757 VE717 VN881 VU686 WS683 YE805 ZA258 ZM953 ZW954`

const countryOfItem: ReadonlyMap<string, string> = new Map(
  countries
    .trim()
    .split(/\s+/)
    .map((one) => [`Q${one.slice(2)}`, one.slice(0, 2)])
)

/** Two letters of the country that an item is; null where it is none that is known. */
export const countryOf = (item: string): string | null => countryOfItem.get(item) ?? null

const tags: Readonly<Record<string, string>> = {
  ...{ Q1860: "en", Q188: "de", Q150: "fr", Q1321: "es", Q652: "it", Q5146: "pt", Q5287: "ja", Q7850: "zh" },
  ...{ Q7737: "ru", Q9176: "ko", Q7411: "nl", Q9027: "sv", Q809: "pl", Q9035: "da", Q9043: "no", Q1412: "fi" },
  ...{ Q256: "tr", Q13955: "ar", Q9056: "cs", Q9067: "hu", Q7913: "ro", Q9129: "el", Q8798: "uk", Q9168: "fa" },
  ...{ Q9217: "th", Q9199: "vi", Q9240: "id", Q9288: "he", Q1568: "hi" }
}

/** The language that an item is. */
export const languageOfItem = (item: string): Language | null => languageOf(tags[item] ?? "")

const exchanges: Readonly<Record<string, string>> = {
  ...{ Q13677: "NYSE", Q82059: "NASDAQ", Q846626: "AMEX", Q171240: "LSE", Q217475: "JPX", Q151139: "FSX" },
  ...{ Q819468: "XETRA", Q2385849: "PAR", Q478720: "AMS", Q1146518: "BRU", Q2415561: "LIS", Q936563: "MIL" },
  ...{ Q661834: "SIX", Q818723: "TSX", Q732670: "ASX", Q496672: "HKSE", Q548621: "TAI", Q495372: "KSC" },
  ...{ Q491503: "KOE", Q638740: "NSE", Q638398: "BSE", Q739514: "SHH", Q517750: "SHZ", Q1019992: "STO" },
  ...{ Q581755: "HEL", Q59551: "WSE", Q627514: "JNB", Q43335: "KLS", Q1661737: "JKT", Q1515558: "SES" },
  ...{ Q1330208: "SET", Q627019: "NZE" }
}

/** The code of the exchange that an item is (contract/brand.md); null where it is none that is known. */
export const exchangeOfItem = (item: string): string | null => exchanges[item] ?? null
