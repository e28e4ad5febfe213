/** How cookie banners are built, and what stands on their buttons. */
import type { ConsentWords } from "../page/overlays.ts"

/** Buttons of the makers of banners that refuse everything that may be refused. */
const knownReject = [
  "#onetrust-reject-all-handler",
  ".ot-pc-refuse-all-handler",
  "#CybotCookiebotDialogBodyButtonDecline",
  "#CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll",
  "[data-testid=uc-deny-all-button]",
  "#didomi-notice-disagree-button",
  ".didomi-continue-without-agreeing",
  "#truste-consent-required",
  ".osano-cm-denyAll",
  ".iubenda-cs-reject-btn",
  ".cky-btn-reject",
  ".cmplz-deny",
  ".cm-btn-decline",
  ".cc-deny",
  "#ccc-reject-settings",
  "#ccc-notify-reject",
  "#axeptio_btn_dismiss",
  "#tarteaucitronAllDenied2",
  ".fc-cta-do-not-consent",
  "#shopify-pc__banner__btn-decline",
  ".moove-gdpr-infobar-reject-btn",
  "#cookiescript_reject",
  "[data-cookiefirst-action=reject]",
  "[data-borlabs-cookie-accept=essential]",
  ".brlbs-btn-accept-only-essential",
  "#hs-eu-decline-button",
  ".termly-styles-module-deny-button",
  ".qc-cmp2-summary-buttons button[mode=secondary]:first-child"
]

/** Those that agree to everything. */
const knownAccept = [
  "#onetrust-accept-btn-handler",
  "#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll",
  "#CybotCookiebotDialogBodyButtonAccept",
  "[data-testid=uc-accept-all-button]",
  "#didomi-notice-agree-button",
  "#truste-consent-button",
  ".osano-cm-accept-all",
  ".iubenda-cs-accept-btn",
  ".cky-btn-accept",
  ".cmplz-accept",
  ".cm-btn-success",
  ".cc-allow",
  ".cc-dismiss",
  "#ccc-recommended-settings",
  "#ccc-notify-accept",
  "#axeptio_btn_acceptAll",
  "#tarteaucitronPersonalize2",
  ".fc-cta-consent",
  "#shopify-pc__banner__btn-accept",
  ".moove-gdpr-infobar-allow-all",
  "#cookiescript_accept",
  "[data-cookiefirst-action=accept]",
  ".brlbs-btn-accept-all",
  "#hs-eu-confirmation-button",
  ".qc-cmp2-summary-buttons button[mode=primary]"
]

/** The banners themselves, put out of sight when no button of theirs could be pressed. */
const knownBanners = [
  "#onetrust-banner-sdk",
  "#onetrust-consent-sdk",
  "#CybotCookiebotDialog",
  "#usercentrics-root",
  "#usercentrics-cmp-ui",
  "#didomi-host",
  "#truste-consent-track",
  ".truste_overlay",
  ".truste_box_overlay",
  ".osano-cm-window",
  "#iubenda-cs-banner",
  ".cky-consent-container",
  "#cmplz-cookiebanner-container",
  ".klaro",
  ".cc-window",
  "#ccc",
  "#axeptio_overlay",
  "#tarteaucitronRoot",
  ".fc-consent-root",
  "#shopify-pc__banner",
  "#moove_gdpr_cookie_info_bar",
  "#cookiescript_injected",
  "#BorlabsCookieBox",
  "#hs-eu-cookie-confirmation",
  "#qc-cmp2-container",
  "[id^=sp_message_container]",
  "#cookie-banner",
  "#cookie-notice",
  "#cookie-law-info-bar"
]

/** English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish, Czech, Japanese. */
const reject = [
  ...["reject all", "reject", "decline all", "decline", "deny", "deny all", "refuse", "refuse all", "disagree"],
  ...["necessary only", "only necessary", "essential only", "only essential", "use necessary cookies only"],
  ...["continue without accepting", "opt out", "reject additional cookies", "accept only essential"],
  ...["alle ablehnen", "ablehnen", "nur notwendige", "nur erforderliche", "nur essenzielle", "notwendige cookies"],
  ...["tout refuser", "refuser", "refuser tout", "continuer sans accepter", "je refuse"],
  ...["rechazar todo", "rechazar todas", "rechazar", "solo necesarias"],
  ...["rifiuta tutto", "rifiuta", "solo necessari", "continua senza accettare"],
  ...["rejeitar tudo", "rejeitar todos", "rejeitar", "recusar", "apenas necessários"],
  ...["alles weigeren", "weigeren", "alles afwijzen", "afwijzen", "alleen noodzakelijke"],
  ...["odrzuć wszystkie", "odrzuć", "tylko niezbędne"],
  ...["avvisa alla", "neka alla", "endast nödvändiga", "avvis alle", "afvis alle", "kun nødvendige"],
  ...["odmítnout vše", "odmítnout", "すべて拒否", "拒否する", "拒否"]
]

const accept = [
  ...["accept all", "accept", "accept cookies", "accept all cookies", "allow all", "allow", "allow cookies"],
  ...["agree", "i agree", "i accept", "got it", "ok", "okay", "understood", "i understand", "yes, i agree", "consent"],
  ...[
    "alle akzeptieren",
    "akzeptieren",
    "allen zustimmen",
    "alle zulassen",
    "zustimmen",
    "einverstanden",
    "verstanden"
  ],
  ...["tout accepter", "accepter", "accepter tout", "j'accepte", "j’accepte", "d'accord"],
  ...["aceptar todo", "aceptar todas", "aceptar", "acepto", "de acuerdo", "entendido"],
  ...["accetta tutto", "accetta", "accetto", "accetta tutti", "ho capito"],
  ...["aceitar tudo", "aceitar todos", "aceitar", "concordo", "entendi"],
  ...["alles accepteren", "accepteren", "alle cookies accepteren", "akkoord"],
  ...["akceptuję", "zaakceptuj wszystkie", "zgadzam się", "akceptuj"],
  ...["godkänn alla", "acceptera alla", "godkänn", "accepter alle", "tillad alle", "godta alle"],
  ...["přijmout vše", "přijmout", "souhlasím", "すべて許可", "同意する", "同意"]
]

/** What closes any box. */
export const closeWords = [
  ...["close", "dismiss", "no thanks", "no, thanks", "not now", "maybe later", "skip", "close dialog", "close modal"],
  ...["close this dialog", "close popup", "schließen", "nein danke", "fermer", "non merci", "cerrar", "no gracias"],
  ...["chiudi", "no grazie", "fechar", "não, obrigado", "sluiten", "nee bedankt", "zamknij", "stäng", "luk", "zavřít"],
  ...["閉じる", "关闭", "закрыть"]
]

const subject = [
  ...["cookie", "consent", "gdpr", "ccpa", "datenschutz", "confidentialité", "privacidad", "privacidade"],
  ...["privacy", "tracking", "ciasteczk", "soukromí", "クッキー"]
]

/** The words for an answer. */
export const consentWords = (answer: ConsentWords["answer"]): ConsentWords => ({
  answer,
  reject,
  accept,
  close: closeWords,
  subject,
  knownReject,
  knownAccept,
  knownBanners
})
