/** What the Encoding standard says of every charset of before Unicode, told by digests: its indexes are half a million lines. */

const lineFeed = 0x0a
const escape = 0x1b

const upTo = (end: number, from = 0): ReadonlyArray<number> => Array.from({ length: end - from }, (_, at) => from + at)

/** Every byte on a line of its own, as it is and behind a letter. */
const singles = (): ReadonlyArray<number> => upTo(256).flatMap((byte) => [byte, lineFeed])

/** Every byte behind each that may begin a character of two, on a line of its own. */
const pairs = (): ReadonlyArray<number> => [
  ...singles(),
  ...upTo(256, 0x80).flatMap((lead) => upTo(256).flatMap((trail) => [lead, trail, lineFeed]))
]

/** And characters of three bytes. */
const triples = (): ReadonlyArray<number> => [
  ...pairs(),
  ...upTo(256, 0xa0).flatMap((lead) => upTo(256, 0x20).flatMap((trail) => [0x8f, lead, trail, lineFeed]))
]

const quadruple = (pointer: number): ReadonlyArray<number> => [
  0x81 + Math.floor(pointer / 12_600),
  0x30 + (Math.floor(pointer / 1_260) % 10),
  0x81 + (Math.floor(pointer / 10) % 126),
  0x30 + (pointer % 10)
]

/** And characters of four: all pointers of the ranges for 16 bits, and one of a hundred beyond. */
const quadruples = (): ReadonlyArray<number> => [
  ...pairs(),
  ...upTo(39_500).flatMap((pointer) => [...quadruple(pointer), lineFeed]),
  ...upTo(15_400).flatMap((at) => [...quadruple(39_500 + 101 * at), lineFeed])
]

/** Every byte in each of the modes, and every pair of the mode with two. */
const modes = (): ReadonlyArray<number> => [
  ...["(B", "(J", "(I"].flatMap((mode) => [
    ...[escape, mode.charCodeAt(0), mode.charCodeAt(1)],
    ...upTo(256).flatMap((byte) => (byte === escape ? [] : [byte]))
  ]),
  ...[escape, 0x24, 0x42],
  ...upTo(0x7f, 0x21).flatMap((lead) => upTo(0x7f, 0x21).flatMap((trail) => [lead, trail])),
  ...singles(),
  // Back, so that what follows is no error.
  ...[escape, 0x28, 0x42, lineFeed]
]

export interface StandardCharset {
  /** One of its labels, as pages write them. */
  readonly label: string
  readonly bytes: () => ReadonlyArray<number>
  /** SHA-256 of the UTF-8 of what the standard makes of the bytes, with its indexes of May 2026. */
  readonly digest: string
}

const of = (label: string, bytes: () => ReadonlyArray<number>, digest: string): StandardCharset => ({
  label,
  bytes,
  digest
})

export const standardCharsets: ReadonlyArray<StandardCharset> = [
  of("csibm866", singles, "5a856a1cc72f92ffbb8ce0162a6bfdeb61a47f5351af5bbea3cb3454e97456aa"),
  of("latin2", singles, "5e9a0811bf08daf58df287360cbdaf477467d8cbc67cb99dfe84cf3c458070ca"),
  of("latin3", singles, "6555258335579b899c0c622ba0528f4e8c834d4b64f99970b05ec92ea9dbfb8f"),
  of("latin4", singles, "08e4e0f402fac5883b8573a2cd95f808ac9d1e0a6fd66a78fc16e342eb20d032"),
  of("iso_8859-5:1988", singles, "df3e28bbb226e1cd358fb027479c723de0a9881f47fd8655301ac9aefb80eadf"),
  of("iso_8859-6:1987", singles, "ac5e5b97608b416e246b69f432529465f63b34b5e6afc814d1a1cbaf40aaf63c"),
  of("sun_eu_greek", singles, "9f68204513e94f00597667930e375d4ec65b56ea57f2ebc0fb8e5c4a35b25345"),
  of("visual", singles, "16b842dbf1779d836c12a728691869562d1b0cceaaf4b321b0abd86b4ffbc766"),
  of("logical", singles, "16b842dbf1779d836c12a728691869562d1b0cceaaf4b321b0abd86b4ffbc766"),
  of("latin6", singles, "34e36339240c8d8b8d806076f2a2520a435ad1dac730de005625fe4bf4c1a40f"),
  of("iso885913", singles, "3bac58e9cc8e52cd4df446e0d7daf8d4091c72ecfd57adbb784444ae023b56d4"),
  of("iso885914", singles, "ec2339ae801d510724002c02aa6408fde36be0b9fcf7cd59ddeddaa8ac6c7f37"),
  of("l9", singles, "e3f0667fe89309a7a28ff1aedf7c57ee9a0f97ff95158b81dfe2d1eaf813b72a"),
  of("iso-8859-16", singles, "c68ff962b68531cb6405f331efa26baf538126c68784f61f09fe308e792a075e"),
  of("koi8_r", singles, "e18c51434de748aab4b8f2f9992422ddc1c32a0903831b60ab24f3046e532154"),
  of("koi8-ru", singles, "09ca3df06fe07cf28f82ffec077644e53340fb185decac955565f65320944546"),
  of("x-mac-roman", singles, "a6af4ef8837ca7fcfc64bb66b0a02b6544188c657f266216031659d3ea5921b0"),
  of("tis-620", singles, "328a1a499919669ed62ec06063b0dfe363bbfa3b380f85f6d9d5c3ff7d47cdbf"),
  of("x-cp1250", singles, "697d3e9c20631e29a0560863a139067b4795d824460d8323d7f517d04f33b620"),
  of("x-cp1251", singles, "046cabf3dd731926e96942c89b8f4acc183af9663d9186030073aa80f6295fc9"),
  of("x-cp1252", singles, "b45da48fcc29fa511892fc703434d75be08fb57c4c24c1630cead3db3d24bac9"),
  of("x-cp1253", singles, "b86ba26ea99fb62200b6c15a1043ea9a86ce2a4075dd7cedd8cefbdd59700c92"),
  of("x-cp1254", singles, "233441a35d0b7823beb38db16454a8c22e3ad7314d3ab9a67f324ba084488977"),
  of("x-cp1255", singles, "63cacbae4c945413fcd9af375b392813e66013550a651e89db1b2c69294b35da"),
  of("x-cp1256", singles, "8f0f0e8f96c6e90cc01fe554a051f617d84fa17348deeb0342f4661e3aa9cfe5"),
  of("x-cp1257", singles, "a2e34bb97e73154aa1bc2268e55c271d3e44f8b82734e57e39ca9f3dbac81c95"),
  of("x-cp1258", singles, "7ab8842d941a6717aacec13ab4318947f244dbb0d5e12079465857603e96c55c"),
  of("x-mac-ukrainian", singles, "b84eb464bfafed2870415356e89e5338b8af8b8068b66dd6c284d2b8d6eacfb7"),
  of("gb2312", quadruples, "f71b7240328c43f7b17cae834512a3269e4ea07ff18a45224a2b71f22b22e1f7"),
  of("gb18030", quadruples, "f71b7240328c43f7b17cae834512a3269e4ea07ff18a45224a2b71f22b22e1f7"),
  of("x-x-big5", pairs, "8ad7b133fb12bd1d9c3fd3b64e2039210b20ae3a311a350b6fab1ac15630bc2a"),
  of("x-euc-jp", triples, "0adc842ee2ddbfae516f9b069348f8a4d2f5345502486163f6f2b46709037007"),
  of("csiso2022jp", modes, "1759696fa46be367fd13725ef67e44ddbcd6a414406ffee6331979992d53ec01"),
  of("windows-31j", pairs, "9744908d69bd034d23f28623aaf513c00d432331aab611d4aa6d34afd278498d"),
  of("ks_c_5601-1987", pairs, "f7cfb5a10b60572f74341982c253c9103f65833644e9194340f42b7f6b4baa65"),
  of("x-user-defined", singles, "87337a75680cce3d8274db1fbbc95a93f319defe1d5c871e9f53e67fe2a4fabc")
]
