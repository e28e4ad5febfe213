/** Lists of contract/brand.md, as they stand there. */

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

/** Language values. */
export const languages = words(`
  afrikaans albanian amharic arabic armenian assamese aymara azeri basque belarusian bengali bosnian bulgarian
  burmese cantonese catalan cebuano chinese corsican croatian czech danish dutch english esperanto estonian farsi
  fijian finnish french galician georgian german greek guarani gujarati haitian-creole hausa hawaiian hebrew hindi
  hmong hungarian icelandic igbo indonesian irish italian japanese javanese kannada kazakh khmer kinyarwanda
  korean kurdish kyrgyz lao latin latvian lingala lithuanian luxembourgish macedonian malagasy malay malayalam
  maltese maori marathi mongolian nepali norwegian odia oromo pashto pidgin polish portuguese punjabi quechua
  romanian russian samoan scottish-gaelic serbian sesotho shona sindhi sinhala slovak slovene somali spanish
  sundanese swahili swedish tagalog tajik tamil tatar telugu thai tibetan tigrinya tongan tswana turkish turkmen
  ukrainian urdu uyghur uzbek vietnamese welsh wolof xhosa yiddish yoruba zulu
`)

/** Exchanges. */
export const exchanges = words(`
  AMEX AMS AQS ASX ATH BER BME BRU BSE BUD BUE BVC CBOE CNQ CPH DFM DOH DUB DUS DXE EGX FSX HAM HEL HKSE HOSE ICE
  IOB IST JKT JNB JPX KLS KOE KSC KUW LIS LSE MCX MEX MIL MUN NASDAQ NEO NSE NYSE NZE OSL OTC PAR PNK PRA RIS SAO
  SAU SES SET SGO SHH SHZ SIX STO STU TAI TAL TLV TSX TSXV TWO VIE WSE XETRA
`)

/** Countries of `country_gl`. */
export const countries = words(`
  af al dz as ad ao ai aq ag ar am aw au at az bs bh bd bb by be bz bj bm bt bo ba bw bv br io bn bg bf bi kh cm
  ca cv ky cf td cl cn cx cc co km cg cd ck cr ci hr cu cy cz dk dj dm do ec eg sv gq er ee et fk fo fj fi fr gf
  pf tf ga gm ge de gh gi gr gl gd gp gu gt gn gw gy ht hm va hn hk hu is in id ir iq ie il it jm jp jo kz ke ki
  kp kr kw kg la lv lb ls lr ly li lt lu mo mk mg mw my mv ml mt mh mq mr mu yt mx fm md mc mn ms ma mz mm na nr
  np nl an nc nz ni ne ng nu nf mp no om pk pw ps pa pg py pe ph pn pl pt pr qa re ro ru rw sh kn lc pm vc ws sm
  st sa sn rs sc sl sg sk si sb so za gs es lk sd sr sj sz se ch sy tw tj tz th tl tg tk to tt tn tr tm tc tv ug
  ua ae gb us um uy uz vu ve vn vg vi wf eh ye zm zw
`)

/** Kinds of profiles. */
export const networks = words(`
  x facebook instagram linkedin youtube pinterest tiktok dribbble github behance snapchat whatsapp telegram line
  discord twitch vimeo imdb tumblr flickr giphy medium spotify soundcloud tripadvisor yelp producthunt reddit
  crunchbase appstore playstore
`)
