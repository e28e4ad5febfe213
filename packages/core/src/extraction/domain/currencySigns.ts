/** Signs and short names of one currency each, wherever they stand; those that several share are told apart in `readCurrency.ts`. */
export const ownSigns: Readonly<Record<string, string>> = {
  us$: "USD",
  ca$: "CAD",
  c$: "CAD",
  au$: "AUD",
  a$: "AUD",
  nz$: "NZD",
  hk$: "HKD",
  s$: "SGD",
  r$: "BRL",
  "€": "EUR",
  "₹": "INR",
  "₽": "RUB",
  "₩": "KRW",
  "₺": "TRY",
  "₴": "UAH",
  "₪": "ILS",
  "฿": "THB",
  "₫": "VND",
  円: "JPY",
  zł: "PLN",
  kč: "CZK"
}
