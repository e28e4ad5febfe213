/** E-mail addresses and telephone numbers that pages write in their text and footers; a wrong one is worse than none. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { contactIn } from "../../src/extraction/domain/contactLines.ts"
import type { ScalarShape } from "../../src/extraction/domain/DataShape.ts"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { leadScore, topicOf } from "../../src/extraction/domain/rankLinks.ts"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { siteSubject } from "../../src/extraction/domain/siteSubject.ts"

const sheetOf = (text: string, footer = "", url = "https://acme.example/"): FactSheet => ({
  ...{ url, title: "Acme", language: "en", text },
  ...{ facts: [], lists: [], groups: [], isCut: false },
  ...(footer === "" ? {} : { footer })
})

const told = (name: string, sheets: ReadonlyArray<FactSheet>) => {
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { [name]: { type: "string" } } }))
  const [property] = shape.properties
  if (property === undefined || property.shape.kind !== "text") throw new Error("a text is asked for")
  return contactIn(sheets, { ...property, shape: property.shape as ScalarShape }, siteSubject("", shape, sheets))
}

const says = (name: string, text: string, value: string | null, footer = "", url?: string) =>
  assert.strictEqual(told(name, [sheetOf(text, footer, url)])?.value ?? null, value, `${name}: ${text} ${footer}`)

describe("an e-mail address", () => {
  it("is read in running text, alone, and in a footer", () => {
    for (const text of [
      "Contact: team@acme.example",
      "team@acme.example",
      "Write to team@acme.example or call +1 415 555 0134.",
      "Mill St 4, Leeds · +44 113 496 0123 · team@acme.example",
      "The desk opens at 9. Contact: team@acme.example.",
      "Questions (team@acme.example)?"
    ]) {
      says("email", text, "team@acme.example")
      says("email", "We make pots by hand.", "team@acme.example", text)
      says("contact_email", text, "team@acme.example")
    }
  })

  it("is whole or none in a line of any length, and so is a number", () => {
    for (let length = 960; length < 1_000; length += 1) {
      const before = "words of a page ".repeat(70).slice(0, length)
      for (const [name, said] of [
        ["email", "info@acme.example.com"],
        ["phone", "+1 415 555 0134"]
      ] as const) {
        const value = told(name, [sheetOf(`${before} Call or write: ${said} and more`)])?.value ?? null
        assert.isTrue(value === null || value === said || value === said.replaceAll(" ", ""), `${length}: ${value}`)
      }
    }
  })

  it("is the one that is called so, or that is for everybody", () => {
    const text =
      "Support: help@acme.example\nPress: press@acme.example, Sales: ann@acme.example\nElse info@acme.example"
    says("support_email", text, "help@acme.example")
    says("press_email", text, "press@acme.example")
    says("sales_email", text, "ann@acme.example")
    says("jobs_email", text, null)
    says("email", text, "info@acme.example")
  })

  it("is none where several may be, of others, or of nobody", () => {
    says("email", "ann@acme.example\nbob@acme.example", null)
    says("email", "Our customer Nimbus, nina@nimbus.example, is happy.", null)
    says("email", "noreply@acme.example sends it. Icons: logo@2x.png", null)
    says("email", "Follow @acme or write @acme.example.", null)
    says("ceo_email", "team@acme.example", null)
  })
})

describe("a contact of somebody else", () => {
  it("is none of the site's", () => {
    says("email", "We make pots by hand.", null, "Web by Foo: mail@foo-agency.com")
    says("email", "A customer says: call me at ann@customer.org", null)
    says("email", "info@partner.com is our partner's address. jobs@acme.example", null)
    says("email", "Web by foo.studio@gmail.com", null)
    says("phone", "Poison hotline 030 19240123", null)
    says("phone", "In an emergency call 030 19240123", null)
    says("phone", "Our partner hotel: Tel. 030 19240123", null)
    says("phone", "Pots.", null, "Webdesign: Foo, Tel. 030 19240123")
  })

  it("leaves the site's own beside it, and those of houses for everybody", () => {
    says("email", "Pots.", "team@acme.example", "team@acme.example · Web by Foo: mail@foo-agency.com")
    says("email", "Write to acme.pots@gmail.com", "acme.pots@gmail.com")
    says("email", "Contact: pots@acme.co.uk", "pots@acme.co.uk")
    says("phone", "Service hotline 030 19240123", "030 19240123")
    says("phone", "Hotline: 030 19240123", "030 19240123")
    says("phone", "Poison hotline 030 19240123. Call us: 030 555 0134", "030 555 0134")
    says("emergency_phone", "In an emergency call 030 19240123", "030 19240123")
    says("jobs_email", "jobs@acme.example", "jobs@acme.example")
  })
})

describe("the site's own line", () => {
  const own = "0113 496 0123"

  it("is its own whatever it is called, in whatever need it helps, and whatever it sells", () => {
    for (const text of [
      ...["Kostenlose Hotline: ", "Unsere kostenlose Hotline: ", "Kostenfreie Hotline ", "Technische Hotline: "],
      ...[
        "Ihre Hotline: ",
        "Kundenhotline ",
        "Bestellhotline: ",
        "24-Stunden-Hotline: ",
        "24-hour hotline: ",
        "Reservation hotline: "
      ],
      ...["Call our friendly hotline ", "Numéro vert gratuit, appelez le ", "Nuestra línea directa: llame al "],
      ...["24/7 emergency locksmith – call ", "Emergency vet: tel. ", "Emergency plumber in Leeds. Call "],
      ...["Call us day or night for emergency repairs: tel. ", "Schlüssel-Notdienst, Notfall? Rufen Sie an: Tel. "],
      ...["In an emergency call us on tel. ", "Im Notfall rufen Sie uns an: Tel. ", "Notdienst: Tel. "],
      ...["We are a Shopify partner, tel. ", "Become one of our partners: call ", "Our partner programme: call "],
      ...["Pest and poison control – call us on ", "Fire brigade approved alarms, call ", "Crisis consulting, call "],
      ...["Chairs built by craftsmen, call ", "Hosted by Anna and Tom, tel. ", "Web design agency in Leeds – call "],
      ...[
        "Design: call ",
        "Hosting: tel. ",
        "Web agency: call ",
        "Site web : www.acme.example, tél. ",
        "Experts in emergency repairs, call ",
        "Police clearance: call ",
        "Poison Ivy Gardens: tel. "
      ]
    ]) {
      says("phone", text + own, own)
    }
    says("phone", `Police station: tel. ${own}`, own, "", "https://police-leeds.example/")
    says("phone", `Giftnotruf Berlin: Tel. ${own}`, own, "", "https://www.giftnotruf.example/")
    says("phone", `Acme Webdesign, Mill St 4, Tel. ${own}`, own, `Webdesign by us, tel. ${own}`)
  })

  it("is not that of those who help everybody, of makers and of partners", () => {
    for (const text of [
      ...["Crisis hotline: ", "Poison control center: call ", "Suicide prevention line: call ", "Samaritans: call "],
      ...["Police: tel. ", "Police Leeds: tel. ", "Polizei Tel. ", "Feuerwehr: Tel. "],
      ...["Corona-Hotline ", "Telefonseelsorge, Tel. ", "Giftnotruf Berlin: Tel. "],
      ...[
        "In case of emergency call ",
        "In the event of an emergency call ",
        "Gifthotline ",
        "Im Notfall: Tel. ",
        "En cas d'urgence appelez le "
      ],
      ...[
        "Design: Foo Studio, tel. ",
        "Umsetzung: Foo GmbH, Tel. ",
        "Website made by Foo, tel. ",
        "Powered by Foo, tel. "
      ],
      ...["Our official partner: tel. ", "Unser Partner Foo: Tel. ", "Notre partenaire Foo : tél. "]
    ]) {
      says("phone", text + own, null)
    }
    for (const text of [
      "Created by Foo Studio, tel. ",
      "Designed by Foo Studio, tel. ",
      "Gestaltet von Foo Medien, Tel. "
    ])
      says("phone", text + own, null)
    says("phone", `Built by Foo Media Walls, call ${own}`, own)
    says("phone", `Designed by Foo Studio, tel. ${own}`, own, "", "https://foo-studio.example/")
    says("phone", "Pots.", null, `Made by Foo, tel. ${own}`)
    says("phone", "Pots.", null, `Design by Foo, tel. ${own}`)
  })

  it("goes before one for emergencies, which is its own where there is no other", () => {
    says("phone", "Emergency number: tel. 0113 496 0999", "0113 496 0999")
    says(
      "phone",
      `Emergency number: tel. 0113 496 0999
Call ${own}`,
      own
    )
    says(
      "phone",
      `Urgences : tél. 0113 496 0999
Tél. ${own}`,
      own
    )
    says(
      "phone",
      `Notruf: Tel. ${own}
Tel. ${own}, oder Tel. 030 1234567`,
      null
    )
  })

  it("may be that of an organization that helps in one need, where it writes no other", () => {
    for (const [text, url] of [
      ["National Gambling Helpline: call ", "https://www.gamcare.example/"],
      ["Opfer-Telefon: Tel. ", "https://weisser-ring.example/"],
      ["Frauennotruf Hannover, Tel. ", "https://beratung-hannover.example/"],
      ["Women's helpline: call ", "https://refuge.example/"],
      ["Child helpline: call ", "https://nspcc.example/"],
      ["Kindertelefon: Tel. ", "https://dksb.example/"],
      ["Suchthotline: Tel. ", "https://condrobs.example/"],
      ["Domestic violence helpline: call ", "https://acme.example/"],
      ["Sorgentelefon: Tel. ", "https://acme.example/"]
    ] as const) {
      says("phone", text + own, own, "", url)
      says("phone", `${text}0113 496 0999\nCall us: ${own}`, own, "", url)
    }
    says("phone", `Child helpline: call us on 0113 496 0999\nTel. ${own}`, null)
    says("phone", `Poison hotline: call ${own}`, null, "", "https://nspcc.example/")
  })

  it("is no mailbox of a house whose name begins so", () => {
    for (const [mailbox, site] of [
      ["info@newsag.example", "news"],
      ["info@metaweb.example", "meta"],
      ["info@artinc.example", "art"],
      ["info@carbv.example", "car"],
      ["info@proshop.example", "pro"],
      ["contact@hotmail.example", "hot"],
      ["info@marketingweb.example", "marketing"],
      ["info@news.example", "newsag"]
    ] as const)
      says("email", `Write to ${mailbox}`, null, "", `https://${site}.example/`)
    for (const [mailbox, site] of [
      ["info@thomas-sas.example", "thomas"],
      ["info@hoffmanngmbh.example", "hoffmann"],
      ["info@hoffmann.example", "hoffmanngmbh"],
      ["info@news.example", "www.news-ag"]
    ] as const)
      says("email", `Write to ${mailbox}`, mailbox, "", `https://${site}.example/`)
    // Who is named as the maker has it, also where he is called as the site is.
    says("email", "Webdesign: studio@acme-web.example", null)
    says("email", "Webdesign by Acme Web, studio@acme-web.example", null)
    says("email", "Our hosting partner: info@acme-mail.example", null)
    says("email", "Webdesign: studio@acme.example", "studio@acme.example")
  })

  it("is a mailbox at its own domain, whatever stands before it", () => {
    for (const [text, mailbox] of [
      ["We are a Shopify partner - write to ", "info@acme.example"],
      ["Urgences et rendez-vous : ", "contact@acme.example"],
      ["Design: ", "hello@acme.example"],
      ["Our partners write to ", "info@acme.example"],
      ["Write to ", "info@acme-gmbh.example"],
      ["Emergency vet: ", "acme.vet@gmail.com"]
    ] as const) {
      says("email", text + mailbox, mailbox)
    }
    says("email", "Write to info@acme.example", "info@acme.example", "", "https://www.acme-shop.example/")
    says("email", "Write to info@acme-krone.example", null)
    says("email", "Pots.", null, "Webdesign: foo.studio@gmail.com")
    says("email", "Our partner: foo.studio@gmail.com", null)
  })
})

describe("a telephone number", () => {
  it("is read where its country or a word says that it is one", () => {
    says("phone", "Write to team@acme.example or call +1 415 555 0134.", "+14155550134")
    says("phone", "Mill St 4, Leeds · +44 113 496 0123 · team@acme.example", "+441134960123")
    says("phone", "Tel. 0113 496 0123 (9-17h)", "0113 496 0123")
    says("phone", "Calle Mayor 3, Tel. 96 123 11 22.", "96 123 11 22")
    says("phone", "Telefon: 96 000 11 22", "96 000 11 22")
    says("phone_number", "Pots.", "0113 496 0123", "Call us: 0113 496 0123")
  })

  it("is no fax, no account and no other figures", () => {
    says("phone", "Fax: +44 113 496 0199", null)
    says("phone", "Tel. +44 113 496 0123, Fax +44 113 496 0199", "+441134960123")
    says("phone", "IBAN 0113 496 0123, open 09-17 on 01.02.2026", null)
    says("phone", "Order 0113496012 costs 0.50", null)
    says("phone", "+44 113 496 0123 or +44 113 496 0124", null)
    says("phone", "Call it 1998 2004 or so.", null)
    says("phone", "Call us about 12 000 00 12 pots.", null)
    says("fax", "Tel. +44 113 496 0123", null)
  })

  it("takes a time that grows with the page", () => {
    const before = performance.now()
    says("phone", "1 (0 ".repeat(200_000), null)
    says("phone", "call 0 - ".repeat(200_000), null)
    says("email", `${"a.".repeat(300_000)}@`, null)
    says("email", "a@b@".repeat(200_000), null)
    says("phone", `${"Police tel. 030 10000001 ".repeat(40)}\n`.repeat(20_000), null)
    assert.isBelow(performance.now() - before, 4_000)
  })
})

describe("pages by which somebody is reached", () => {
  const scoreOf = (property: string, path: string, text: string) => {
    const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { [property]: { type: "string" } } }))
    const start = "https://acme.example/"
    return leadScore({ url: start + path, text, depth: 1 }, topicOf("", shape), start)
  }

  it("are those of contacts before the imprint, and that before what is said of the company", () => {
    for (const property of ["email", "phone", "contact_email", "address"]) {
      const scores = [
        scoreOf(property, "contact", "Contact"),
        scoreOf(property, "impressum", "Impressum"),
        scoreOf(property, "about", "About us"),
        scoreOf(property, "blog/one", "Why we moved")
      ]
      assert.deepStrictEqual(
        scores,
        scores.toSorted((one, other) => other - one),
        property
      )
      assert.isAbove(scores[2]!, 0)
      assert.strictEqual(scores[3], 0)
    }
    assert.isAbove(scoreOf("email", "kontakt", "Kontakt"), 0.5)
    assert.isAbove(scoreOf("email", "contactez-nous", "Contactez-nous"), 0.5)
    assert.strictEqual(scoreOf("price", "contact", "Contact"), 0)
  })
})
