/** How something is paid for: how often, and for whom. */
import type { BillingFrequency } from "./Product.ts"

const monthly =
  /(?:\bper|\/|\ba|\bpro|\bje|\bpar|\bal|\bpor|\bper|\bund|\be|\by|\bet)\s*(?:month|mo\b|mth|monat|mois|mese|mes\b|mês|maand|miesiąc)|\bmonthly\b|monatlich|mensuel|mensual|mensile|maandelijks|miesięcznie|月額|每月/iu
const yearly =
  /(?:\bper|\/|\ba|\bpro|\bje|\bpar|\bal|\bpor)\s*(?:year|yr\b|annum|jahr|an\b|anno|año|ano\b|jaar|rok)|\b(?:yearly|annual|annually)\b|jährlich|annuel|anual|annuale|jaarlijks|rocznie|年額|每年/iu
const oneTime =
  /\bone[- ]?time\b|\bone-off\b|\blifetime (?:licen[cs]e|access|deal)|\bpay once\b|einmalig|paiement unique|pago único|una tantum|eenmalig|jednorazow|買い切り/iu
const byUse =
  /pay[- ]as[- ]you[- ]go|usage[- ]based|only pay for what you use|\bper (?:\d[\d,.]*[km]?\s*)?(?:minute|hour|request|api call|call|message|sms|email|event|gb|gigabyte|token|credit|transaction|page|image|document)s?\b|nutzungsbasiert|à l'usage|por uso|a consumo|従量/iu
const seat =
  /(?:\bper|\/|\bpro|\bje|\bpar|\bpor|(?<=[\d€$£]\s?)\ba)\s*(?:active |aktive[mn]? )?(?:user|seat|member|agent|editor|person|employee|teammate|nutzer|benutzer|mitarbeiter|utilisateur|usuario|utente|gebruiker|użytkownik|usuário)/iu

/** What is not asked is said too. */
const denied =
  /\b(?:no|without|zero|keine?|ohne|sans|sin|senza|geen|bez)\s+(?:\p{L}+\s+){0,2}?\p{L}*(?:fees?|subscriptions?|minimums?|commitments?|gebühr(?:en)?|abos?|abonnements?|frais|cuotas?|canon[ei]|kosten)/giu

/** How often a text says that something is paid; a price by the month goes before one by the year. @internal */
export const readFrequency = (said: string): BillingFrequency | null => {
  const text = said.replace(denied, " ")
  if (monthly.test(text)) return "monthly"
  if (yearly.test(text)) return "yearly"
  if (oneTime.test(text)) return "one_time"
  return byUse.test(text) ? "usage_based" : null
}

/** Whether it says that every person is paid for. @internal */
export const isBySeat = (text: string): boolean => seat.test(text)

const custom =
  /custom (?:pricing|price|quote)|contact (?:us|sales)|talk to (?:us|sales)|let'?s talk|request a quote|on request|individuell|auf anfrage|sur devis|nous contacter|a medida|bajo consulta|contattaci|su richiesta|op aanvraag|お問い合わせ/iu

/** Whether it says that its price is told to whoever asks. @internal */
export const isOnRequest = (text: string): boolean => custom.test(text)
