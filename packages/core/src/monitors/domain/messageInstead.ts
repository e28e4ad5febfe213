/**
 * A message in the place of a page that answered well: that it is not there, that one must sign in, that it was asked too often, or
 * that its server fails.
 *
 * What a page says of something else is its content, however short: that a product is gone, a pool closed, a service down. So a message
 * counts only where it is nearly all there is, where nothing is left of what was there, and where that was much, and more: of a page
 * that says little, such as how a service fares, the message may be what it is watched for.
 */
import type { Wall } from "../../pages/domain/PageProblem.ts"
import type { RunErrorCode } from "./RunError.ts"

/** A message has no more, and stands in one of so many first lines. */
const most = { characters: 400, lines: 10, first: 3 } as const

/** What was there is at least so many times as long, */
const leastShare = 2

/** and has at least so many characters. */
const leastBefore = 400

interface Message {
  readonly code: RunErrorCode
  readonly message: string
  /** What stands before the page, where that is known. */
  readonly wall?: Wall
}

interface Kind extends Message {
  readonly said: RegExp
  /** Whether people say the same of a shop, a lift or an election: then it is a message only where nothing of those is told. */
  readonly isVague?: true
}

const signIn: Message = {
  code: "blocked",
  message: "The page asks to sign in instead of showing its content.",
  wall: "sign_in"
}

const lineOf = (...all: ReadonlyArray<string>): RegExp => new RegExp(`^(?:${all.join("|")})`, "iu")

const page = "(?:the |this |that |your |requested |web)*(?:page|url|address)"
const site = "(?:(?:the|this|our) )?(?:web ?site|site|server|page|system)"

const failing = "The page says that its server fails or is being maintained, instead of showing its content."

const kinds: ReadonlyArray<Kind> = [
  {
    code: "not_found",
    message: "The page says that it does not exist.",
    said: lineOf(
      "(?:error )?404(?:\\P{L}*$|\\P{L}+(?:error|page|not found|seite|página|pagina))",
      "page not found",
      `(?:\\p{L}+\\P{L}+)?(?:we |i )?(?:can(?:['’]|no)?t|can not|could(?:n['’]t| not)|(?:were |are )?unable to) (?:find|locate) ${page}`,
      `(?:\\p{L}+\\P{L}+)?${page}(?: (?:that )?you(?: are|['’]re|(?: have|['’]ve)?) (?:looking for|requested|trying to \\p{L}+))? (?:(?:does(?:n['’]t| not)|no longer) exists?|(?:could|can) ?not be found|(?:was|is) not found|(?:is(?:n['’]t| not| no longer)) (?:here|there|available))`,
      "(?:die |diese )?(?:angeforderte )?seite (?:wurde |konnte )?(?:leider )?(?:nicht gefunden|existiert (?:leider )?nicht)",
      "(?:la |cette )?page (?:que vous (?:cherchez|recherchez|demandez) )?(?:demandée |est )*(?:introuvable|n['’]existe (?:pas|plus))",
      "(?:la |esta )?página (?:que (?:buscas|busca) )?(?:no (?:se (?:ha )?encontr|encontrada|existe)|solicitada no)",
      "(?:la )?pagina (?:richiesta |che cerchi )?(?:non (?:è stata )?trovata|non esiste)",
      "(?:a |esta )?página (?:não (?:foi )?encontrada|não existe)",
      "(?:de |deze )?pagina (?:is )?(?:niet gevonden|bestaat niet)",
      "(?:お探しの)?ページ[がは](?:見つかりません|存在しません)",
      "(?:您?访问的|您?要找的)?(?:页面|網頁|网页|頁面)(?:不存在|未找到|找不到)",
      "(?:요청하신 )?페이지를 찾을 수 없습니다",
      "страница не (?:найдена|существует)",
      "(?:nie znaleziono strony|strona nie (?:została znaleziona|istnieje))"
    )
  },
  {
    ...signIn,
    said: lineOf(
      "(?:your |the )?session (?:has |is )?(?:been )?(?:expired|timed out|ended)",
      "(?:please )?(?:sign|log) ?in (?:again )?(?:to continue|to view|to see|to access|to your account)",
      "please (?:sign|log) ?in(?:$|\\P{L}+$| again)",
      "you (?:must|need to|have to) (?:be (?:signed|logged) ?in|sign in|log in)",
      "(?:ihre |die )?sitzung ist abgelaufen|bitte (?:melden sie sich (?:erneut |wieder )?an|loggen sie sich ein|anmelden|einloggen)",
      "(?:votre |la )?session (?:a )?expiré|veuillez vous (?:re)?connecter",
      "(?:su |tu |la )?sesión ha (?:expirado|caducado)|(?:por favor,? )?inici[ae] sesión para",
      "(?:la )?sessione è scaduta|(?:a )?sua sessão expirou|(?:je |uw |de )?sessie is verlopen",
      "ログインしてください|セッションの有効期限"
    )
  },
  {
    code: "blocked",
    message: "The page refused access: it says that it is asked too often, or that it is not for everybody.",
    said: lineOf(
      "(?:error )?(?:429\\P{L}+)?too many requests",
      "(?:api )?rate limit(?:ed)?(?: has been)?(?: exceeded| reached|$)",
      "(?:our systems have detected )?unusual traffic",
      "(?:error )?(?:403\\P{L}+)?(?:access denied|forbidden)\\P{L}*$",
      "zu viele anfragen|trop de requêtes|demasiadas (?:solicitudes|peticiones)|troppe richieste|リクエストが多すぎます|请求过于频繁|访问过于频繁"
    )
  },
  {
    code: "fetch_failed",
    message: failing,
    said: lineOf(
      "(?:http )?(?:error )?(?:5\\d\\d\\P{L}+)?(?:(?:the )?web server reported a )?(?:bad gateway|gateway time-?out|internal server error|service (?:temporarily )?unavailable)",
      "(?:http )?error 5\\d\\d",
      "error establishing a database connection",
      "(?:a )?(?:fatal )?(?:database|sql) (?:connection )?error|(?:could not|cannot|can['’]t|unable to) connect to (?:the )?database",
      "sqlstate\\[",
      `${site} (?:is |will be )?(?:currently |temporarily )*(?:under(?:going)? (?:scheduled |planned )?maintenance|(?:down|offline|closed|unavailable)(?:\\P{L}+$| for (?:scheduled |planned )?maintenance))`,
      "we(?:['’]re| are) (?:currently |temporarily )*(?:under(?:going)? |performing |down for |doing )(?:some )?(?:scheduled |planned )?maintenance",
      "(?:diese |unsere |die )?(?:seite|webseite|website) (?:wird|befindet sich) (?:gerade |derzeit |zurzeit )?(?:gewartet|in wartung|im wartungsmodus)|wartungsarbeiten\\P{L}*$|wartungsmodus",
      "(?:ce |le |notre )?site (?:est )?(?:actuellement )?en maintenance|(?:este |el |nuestro )?sitio (?:web )?(?:está )?en mantenimiento|sito in manutenzione|site em manutenção",
      "(?:ただ ?いま|現在)?、?(?:サイト)?メンテナンス中|网站维护中|系统维护中|(?:сайт )?на (?:техническом )?обслуживании|технические работы\\P{L}*$"
    )
  },
  {
    code: "fetch_failed",
    message: failing,
    isVague: true,
    said: lineOf(
      "(?:we(?:['’]ll| will) )?be (?:right )?back (?:soon|shortly|in a (?:moment|minute))\\P{L}*$|we(?:['’]ll| will) be (?:right )?back",
      "(?:(?:scheduled|planned|site|website|system|down for|under|closed for) )?maintenance(?: mode| in progress)?\\P{L}*$",
      "(?:sorry|oops|uh-?oh)?\\P{L}*(?:something went wrong|an (?:unexpected |internal )?error (?:has )?occurred)"
    )
  }
]

const month =
  "(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"

/** A date, an amount of money, or something with a number of its own: what a server that fails knows nothing of. */
const specific = new RegExp(
  [
    `(?<!\\d)\\d{1,2}(?:st|nd|rd|th|\\.)? (?:of )?${month}(?!\\p{L})|(?<!\\p{L})${month} \\d{1,2}(?!\\d)(?! ?[:.]\\d)`,
    "\\p{Sc}\\s?\\d|\\d\\s?\\p{Sc}",
    "(?<!\\p{L})(?!(?:error|code|status|http|ref|reference|id|ray|request|port|line|incident|number|no|at|by|in|for|about|around|until|after|within|than|version|nginx|apache|server|node|worker)\\s)\\p{L}{3,20} \\d{1,3}(?![\\d:%]|\\.\\d|\\s?(?:[ap]\\.?m|h|hours?|minutes?|mins?|seconds?|days?)(?!\\p{L}))"
  ].join("|"),
  "iu"
)

const passwordLine =
  /^(?:your )?(?:password|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|hasło|пароль|パスワード|密码|비밀번호)\P{L}*$/iu
const signInLine =
  /^(?:sign ?in|log ?in|log ?on|welcome back|anmelden|einloggen|login|se connecter|connexion|iniciar sesión|accedi|entrar|inloggen|zaloguj(?: się)?|войти|вход|ログイン|登录|로그인)\P{L}*$/iu

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** What a text that is nearly nothing else says in the place of a page. */
const saidBy = (lines: ReadonlyArray<string>): Message | null => {
  const first = lines.slice(0, most.first)
  const isSpecific = lines.some((line) => specific.test(line))
  const kind = kinds.find(({ isVague, said }) => !(isVague && isSpecific) && first.some((line) => said.test(line)))
  if (kind !== undefined) {
    const { isVague: _isVague, said: _said, ...message } = kind
    return message
  }
  const isForm = lines.some((line) => passwordLine.test(line)) && lines.some((line) => signInLine.test(line))
  return isForm ? signIn : null
}

/** Why a text is a message in the place of the text that was there; null where it is not surely one. */
export const messageInstead = (before: string, text: string) => {
  if (text.length > most.characters || before.length < Math.max(leastBefore, text.length * leastShare)) return null
  const lines = linesOf(text)
  const found = lines.length > most.lines ? null : saidBy(lines)
  if (found === null) return null
  // Who watches a page that was such a message all along wants to know of another.
  const had = linesOf(before.slice(0, most.characters * 1_000))
  const said = new Set(had)
  return saidBy(had) !== null || lines.some((line) => said.has(line)) ? null : found
}
