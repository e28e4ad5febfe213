/** Pages that nearly every site has, and the words by which it links to them. */
import type { PageLink } from "../../pages/domain/PageLink.ts"
import { linkSigns, pickLink, type SeenLink, seenLinks } from "./pickLink.ts"

export const pageKinds = ["login", "signup", "blog", "careers", "pricing", "terms", "privacy", "contact"] as const
export type PageKind = (typeof pageKinds)[number]

/**
 * Words of links, in about thirty languages: English, German, French, Spanish, Portuguese, Italian, Dutch, Swedish, Danish,
 * Norwegian, Finnish, Polish, Czech, Slovak, Hungarian, Romanian, Bulgarian, Greek, Russian, Ukrainian, Turkish, Arabic,
 * Hebrew, Hindi, Indonesian, Vietnamese, Thai, Japanese, Korean, Chinese.
 */
const words: { readonly [K in PageKind]: ReadonlyArray<string> } = {
  login: [
    ...["log in", "login", "sign in", "signin", "anmelden", "einloggen", "connexion", "se connecter", "iniciar sesión"],
    ...[
      "acceder",
      "entrar",
      "accedi",
      "inloggen",
      "logga in",
      "log ind",
      "logg inn",
      "kirjaudu",
      "zaloguj",
      "přihlásit"
    ],
    ...[
      "prihlásiť",
      "bejelentkezés",
      "autentificare",
      "conectare",
      "вход",
      "σύνδεση",
      "войти",
      "увійти",
      "giriş",
      "giriş yap"
    ],
    ...[
      "تسجيل الدخول",
      "התחברות",
      "כניסה",
      "लॉग इन",
      "masuk",
      "đăng nhập",
      "เข้าสู่ระบบ",
      "ログイン",
      "로그인",
      "登录",
      "登入"
    ]
  ],
  signup: [
    ...[
      "sign up",
      "signup",
      "register",
      "create account",
      "get started",
      "registrieren",
      "konto erstellen",
      "s'inscrire"
    ],
    ...[
      "inscription",
      "registrarse",
      "crear cuenta",
      "cadastre-se",
      "criar conta",
      "registrati",
      "iscriviti",
      "registreren"
    ],
    ...[
      "aanmelden",
      "registrera",
      "opret konto",
      "registrer",
      "rekisteröidy",
      "zarejestruj",
      "registrovat",
      "registrovať"
    ],
    ...[
      "regisztráció",
      "înregistrare",
      "регистрация",
      "εγγραφή",
      "реєстрація",
      "kayıt ol",
      "üye ol",
      "إنشاء حساب",
      "הרשמה"
    ],
    ...["साइन अप", "daftar", "đăng ký", "สมัคร", "新規登録", "会員登録", "회원가입", "注册", "註冊"]
  ],
  blog: [
    ...["blog", "news", "articles", "insights", "journal", "magazin", "actualités", "noticias", "notícias", "notizie"],
    ...[
      "nieuws",
      "nyheter",
      "nyheder",
      "uutiset",
      "blogi",
      "aktualności",
      "aktuality",
      "hírek",
      "știri",
      "блог",
      "новини"
    ],
    ...[
      "ιστολόγιο",
      "новости",
      "günlük",
      "مدونة",
      "בלוג",
      "ब्लॉग",
      "artikel",
      "tin tức",
      "บล็อก",
      "ブログ",
      "블로그",
      "博客"
    ]
  ],
  careers: [
    ...[
      "careers",
      "jobs",
      "join us",
      "work with us",
      "we're hiring",
      "karriere",
      "stellenangebote",
      "carrières",
      "recrutement"
    ],
    ...[
      "empleo",
      "trabaja con nosotros",
      "carreras",
      "carreiras",
      "vagas",
      "trabalhe conosco",
      "lavora con noi",
      "carriere"
    ],
    ...[
      "vacatures",
      "werken bij",
      "jobba hos oss",
      "lediga jobb",
      "job",
      "ledige stillinger",
      "töihin",
      "ura",
      "kariera"
    ],
    ...[
      "praca",
      "kariéra",
      "karrier",
      "állás",
      "cariere",
      "кариери",
      "καριέρα",
      "карьера",
      "вакансии",
      "кар'єра",
      "kariyer"
    ],
    ...[
      "وظائف",
      "דרושים",
      "קריירה",
      "करियर",
      "karir",
      "lowongan",
      "tuyển dụng",
      "ร่วมงานกับเรา",
      "採用",
      "採用情報",
      "채용"
    ],
    ...["招聘", "加入我们", "徵才"]
  ],
  pricing: [
    ...[
      "pricing",
      "prices",
      "plans",
      "preise",
      "tarife",
      "tarifs",
      "prix",
      "precios",
      "planes",
      "preços",
      "planos",
      "prezzi"
    ],
    ...["prijzen", "tarieven", "priser", "hinnat", "hinnasto", "cennik", "ceník", "cenník", "árak", "prețuri", "цени"],
    ...["τιμές", "цены", "тарифы", "ціни", "тарифи", "fiyatlar", "fiyatlandırma", "الأسعار", "מחירים", "תמחור"],
    ...["मूल्य निर्धारण", "harga", "bảng giá", "giá", "ราคา", "料金", "価格", "요금", "가격", "价格", "定价", "價格"]
  ],
  terms: [
    ...["terms", "terms of service", "terms of use", "terms and conditions", "agb", "nutzungsbedingungen"],
    ...["general conditions", "conditions of use", "conditions of sale", "conditions of carriage"],
    ...[
      "conditions d'utilisation",
      "conditions générales",
      "cgu",
      "cgv",
      "términos",
      "condiciones",
      "termos",
      "termini"
    ],
    ...[
      "condizioni",
      "voorwaarden",
      "villkor",
      "vilkår",
      "betingelser",
      "käyttöehdot",
      "regulamin",
      "obchodní podmínky"
    ],
    ...[
      "podmienky",
      "felhasználási feltételek",
      "ászf",
      "termeni",
      "условия",
      "όροι χρήσης",
      "όροι",
      "умови",
      "şartlar"
    ],
    ...[
      "kullanım koşulları",
      "الشروط",
      "תנאי שימוש",
      "नियम",
      "ketentuan",
      "điều khoản",
      "ข้อกำหนด",
      "利用規約",
      "이용약관"
    ],
    ...["条款", "服务条款", "條款"]
  ],
  privacy: [
    ...[
      "privacy",
      "privacy policy",
      "datenschutz",
      "datenschutzerklärung",
      "confidentialité",
      "vie privée",
      "privacidad"
    ],
    ...["privacidade", "riservatezza", "privacyverklaring", "integritet", "integritetspolicy", "privatlivspolitik"],
    ...["personvern", "tietosuoja", "tietosuojaseloste", "prywatność", "polityka prywatności", "ochrana soukromí"],
    ...["ochrana súkromia", "adatvédelem", "confidențialitate", "поверителност", "απόρρητο", "конфиденциальность"],
    ...["конфіденційність", "gizlilik", "الخصوصية", "פרטיות", "गोपनीयता", "privasi", "quyền riêng tư", "ความเป็นส่วนตัว"],
    ...["プライバシー", "個人情報保護", "개인정보", "隐私", "隱私"]
  ],
  contact: [
    ...["contact", "contact us", "get in touch", "kontakt", "kontaktieren", "nous contacter", "contacto", "contacta"],
    ...["contato", "contacte", "contatti", "contattaci", "kontakta oss", "kontakt os", "kontakt oss", "yhteystiedot"],
    ...["ota yhteyttä", "kapcsolat", "контакти", "επικοινωνία", "контакты", "iletişim", "bize ulaşın", "اتصل بنا"],
    ...[
      "צור קשר",
      "संपर्क",
      "kontak",
      "hubungi kami",
      "liên hệ",
      "ติดต่อ",
      "お問い合わせ",
      "문의",
      "联系",
      "联系我们",
      "聯絡"
    ]
  ]
}

/** Words of paths; a site in any language often has English ones. */
const pathWords: { readonly [K in PageKind]: RegExp } = {
  login: /\/(?:log-?in|sign-?in|account\/login|auth)(?:[/.?]|$)/i,
  signup: /\/(?:sign-?up|register|registration|join|get-started)(?:[/.?]|$)/i,
  blog: /\/(?:blog|news|articles|insights|journal)(?:[/.?]|$)/i,
  careers: /\/(?:careers?|jobs?|join-us|hiring|karriere)(?:[/.?]|$)/i,
  pricing: /\/(?:pricing|prices?|plans)(?:[/.?]|$)/i,
  terms: /\/(?:terms|tos|terms-of-(?:service|use)|terms-and-conditions|agb|legal\/terms)(?:[/.?]|$)/i,
  privacy: /\/(?:privacy|privacy-policy|datenschutz|legal\/privacy)(?:[/.?]|$)/i,
  contact: /\/(?:contact|contact-us|kontakt|get-in-touch)(?:[/.?]|$)/i
}

const signs = new Map(pageKinds.map((kind) => [kind, linkSigns(words[kind], pathWords[kind])]))

/** `pickPage` among links that were read. @internal */
export const pickSeenPage = (kind: PageKind, links: ReadonlyArray<SeenLink>): string | null =>
  pickLink(signs.get(kind)!, links)

/** The address that most surely leads to the site's page of this kind; null when no link does. @internal */
export const pickPage = (kind: PageKind, links: ReadonlyArray<PageLink>, siteUrl: string): string | null =>
  pickSeenPage(kind, seenLinks(links, siteUrl))
