/** What stands below which heading, however a page makes its sections. */
import { describe, it } from "@effect/vitest"
import { check } from "./onPages.ts"

describe("a section", () => {
  it.effect("questions that open and close", () =>
    check(
      `<h1>Help</h1><details><summary>Refunds</summary><p>Paid back within 14 days.</p></details><details><summary>Opening hours</summary><p>Open from 9 to 17.</p></details><details><summary>Phone</summary><p>Call 555 1234.</p></details>`,
      [
        ["refund policy", "14 days", "10 days", true],
        ["refund policy", "9 to 17", "9 to 15", false],
        ["refund policy", "555 1234", "555 9999", false],
        ["opening hours", "9 to 17", "9 to 15", true],
        ["opening hours", "14 days", "10 days", false]
      ]
    )
  )

  it.effect("headings that are only bold", () =>
    check(
      `<h1>Help</h1><p><b>Refunds</b></p><p>We pay you back within 14 days of your return.</p><p><b>Opening hours</b></p><p>We are open from 9 to 17 on all weekdays.</p>`,
      [
        ["refund policy", "14 days", "10 days", true],
        ["refund policy", "9 to 17", "9 to 15", false]
      ]
    )
  )

  it.effect("a page that is all about it", () =>
    check(
      `<h1>Refund policy</h1><p>Last changed in May.</p><h2>Who can return</h2><p>Everybody who bought here.</p><h2>How</h2><p>Send it by post.</p><h2>When</h2><p>Within 14 days.</p>`,
      [
        ["changes to the refund policy", "Within 14", "Within 10", true],
        ["changes to the refund policy", "by post", "by courier", true]
      ]
    )
  )

  it.effect("several headings of the first level", () =>
    check(
      `<h1>Acme</h1><h1>Returns</h1><h2>When</h2><p>Within 14 days.</p><h1>Contact</h1><p>Write to us at the harbour.</p>`,
      [
        ["returns policy", "Within 14", "Within 10", true],
        ["returns policy", "at the harbour", "at the airport", false]
      ]
    )
  )

  it.effect("parts of sections that are called alike", () =>
    check(
      `<h1>Docs</h1><h2>Limits</h2><h3>API</h3><p>100 requests a minute.</p><h3>Storage</h3><p>5 GB for each account.</p><h2>Billing</h2><h3>API</h3><p>$1 for 1,000 requests.</p>`,
      [
        ["API limits", "100 requests", "60 requests", true],
        ["API limits", "5 GB", "10 GB", false],
        ["API billing", "$1 for", "$2 for", true],
        ["storage limits", "5 GB", "10 GB", true]
      ]
    )
  )

  it.effect("an office in German, whose services have the same parts", () =>
    check(
      `<h1>Bürgeramt</h1><h2>Reisepass</h2><h3>Gebühren</h3><p>60 Euro, unter 24 Jahren 37,50 Euro.</p><h3>Dauer</h3><p>Etwa 4 Wochen.</p><h2>Personalausweis</h2><h3>Gebühren</h3><p>37 Euro.</p><h3>Dauer</h3><p>Etwa 3 Wochen.</p>`,
      [
        ["Gebühren für den Reisepass", "60 Euro", "70 Euro", true],
        ["Gebühren für den Reisepass", ">37 Euro", ">46 Euro", false],
        ["Gebühren für den Reisepass", "Etwa 4", "Etwa 6", false],
        ["Wie lange dauert der Personalausweis", "Etwa 3", "Etwa 2", true],
        ["Wie lange dauert der Personalausweis", "Etwa 4", "Etwa 6", false]
      ]
    )
  )

  it.effect("a bus in French", () =>
    check(
      `<h1>Ligne 12</h1><h2>Perturbations</h2><p>Aucune perturbation.</p><h2>Horaires</h2><p>Toutes les 10 minutes.</p><h2>Tarifs</h2><p>Ticket : 1,90 €</p>`,
      [
        ["perturbations sur la ligne 12", "Aucune perturbation.", "Ligne interrompue entre Gare et Port.", true],
        ["perturbations sur la ligne 12", "10 minutes", "12 minutes", false],
        ["perturbations sur la ligne 12", "1,90 €", "2,10 €", false],
        ["le ticket dépasse 2 €", "1,90 €", "2,10 €", true]
      ]
    )
  )
})
