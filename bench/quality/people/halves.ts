/** What the two halves are made of: the rules were made with the first, and the second is only counted. */
import type { Style } from "./made.ts"

const page = (title: string, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main>${body}</main></body></html>`

const linked = (value: object): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

const me = (urls: ReadonlyArray<string>): string => urls.map((url) => `<a rel="me" href="${url}">${url}</a>`).join(" ")

export const tuned: Style = {
  seed: 17,
  firsts: ["Ann", "Robert", "Maria José", "Søren", "Katherine", "Jean-Luc", "Daniel", "Elif"],
  lasts: ["Reed", "Fox", "García López", "Ødegård", "Moreau", "Novák", "Silva", "Kaya", "Berg"],
  companies: [
    ["Kiln", "kiln.example", "Kiln GmbH"],
    ["Glaze Works", "glazeworks.example", "Glaze Works Ltd."],
    ["Claymore", "claymore.example", "Claymore"],
    ["Nordlys", "nordlys.example", "Nordlys AS"],
    ["Harbour Tools", "harbour.example", "Harbour Tools"],
    ["Fernhill", "fernhill.example", "Fernhill Inc."]
  ],
  places: [
    ["Graz", "Austria", "AT", "Graz, Austria"],
    ["Vienna", "Austria", "AT", "Wien, Austria"],
    ["Lyon", "France", "FR", "Lyon"],
    ["Oslo", "Norway", "NO", "Oslo, Norway"],
    ["Perth", "Australia", "AU", "Perth, Western Australia"],
    ["Porto", "Portugal", "PT", "Porto, Portugal"]
  ],
  schools: [
    ["University of Graz", "Universität Graz"],
    ["University of Oslo", "University of Oslo"],
    ["Perth College", "Perth College"],
    ["Lyon School of Arts", "Lyon School of Arts"]
  ],
  titles: ["Head of Glazes", "Software Engineer", "Sales Manager", "Researcher", "Chief Technology Officer"],
  names: [
    (first, last) => `${first} ${last}`,
    (first, last) => `${last}, ${first}`,
    (first, last) => `${first[0]}. ${last}`,
    (first, last) => `Dr. ${first} ${last}`
  ],
  teams: [
    (people) => page("Team", people.map(([name, title]) => `<h3>${name}</h3><p>${title}</p>`).join("")),
    (people) =>
      page(
        "Team",
        "",
        linked({
          "@type": "Organization",
          name: "Us",
          employee: people.map(([name, jobTitle]) => ({ "@type": "Person", name, jobTitle }))
        })
      )
  ],
  owns: [
    (name, title, company, urls, url) =>
      page(
        name,
        me(urls),
        linked({ "@type": "Person", name, url, jobTitle: title, worksFor: { "@type": "Organization", name: company } })
      ),
    (name, title, company, urls, url) =>
      page(
        name,
        `<div class="h-card"><a class="p-name u-url" href="${url}">${name}</a> <span class="p-job-title">${title}</span>, <span class="p-org">${company}</span> ${me(urls)}</div>`
      )
  ]
}

export const held: Style = {
  seed: 4_711,
  firsts: ["Liam", "Thomas", "Zoë", "Wei", "Anna-Lena", "Michael", "Fatima", "Björn", "Isabel"],
  lasts: ["Okafor", "Nguyen", "O’Neill", "Müller", "de la Cruz", "Chen", "Rossi", "Łukasiewicz"],
  companies: [
    ["Bluebird Analytics", "bluebird.example", "Bluebird Analytics, Inc."],
    ["Tidewater", "tidewater.example", "Tidewater LLC"],
    ["Ostrava Steel", "ostravasteel.example", "Ostrava Steel a.s."],
    ["Mint", "mint-labs.example", "Mint Labs"],
    ["Sunward", "sunward.example", "Sunward B.V."],
    ["Pagoda", "pagoda.example", "Pagoda"],
    ["Rivet & Sons", "rivet.example", "Rivet & Sons"]
  ],
  places: [
    ["Munich", "Germany", "DE", "München, Deutschland"],
    ["Lagos", "Nigeria", "NG", "Lagos, Nigeria"],
    ["Taipei", "Taiwan", "TW", "Taipei"],
    ["Dublin", "Ireland", "IE", "Dublin, Ireland"],
    ["Turin", "Italy", "IT", "Torino, Italy"],
    ["Austin", "United States", "US", "Austin, TX"]
  ],
  schools: [
    ["Trinity College Dublin", "Trinity College Dublin"],
    ["Technical University of Munich", "Technische Universität München"],
    ["University of Lagos", "University of Lagos"],
    ["Politecnico di Torino", "Politecnico di Torino"]
  ],
  titles: ["Data Scientist", "VP of Product", "Welding Foreman", "Counsel", "Designer", "Founder & CEO"],
  names: [
    (first, last) => `${first} ${last}`,
    (first, last) => `${first} ${last} (they/them)`,
    (first, last) => `${first} ${last[0]}.`,
    (first, last) => `${last} ${first}`,
    (first, last) => `${first} ${last}, PhD`
  ],
  teams: [
    (people) =>
      page("People", `<ul>${people.map(([name, title]) => `<li><b>${name}</b> – ${title}</li>`).join("")}</ul>`),
    (people) =>
      page(
        "People",
        `<table>${people.map(([name, title]) => `<tr><td>${name}</td><td>${title}</td></tr>`).join("")}</table>`
      ),
    (people) =>
      page(
        "People",
        people
          .map(
            ([name, title]) =>
              `<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">${name}</span><span itemprop="jobTitle">${title}</span></div>`
          )
          .join("")
      )
  ],
  owns: [
    (name, title, company, urls) =>
      page(`${name} – ${title}`, `<h1>${name}</h1><p>I work at ${company}.</p>${me(urls)}`),
    (name, title, company, urls, url) =>
      page(
        "About me",
        me(urls),
        linked({
          "@graph": [
            { "@type": "ProfilePage", mainEntity: { "@id": "#me" } },
            {
              "@type": "Person",
              "@id": "#me",
              name,
              url,
              jobTitle: title,
              worksFor: { "@type": "Organization", name: company }
            }
          ]
        })
      ),
    (name, title, company, urls) =>
      page(
        name,
        `<div class="vcard"><span class="fn">${name}</span><span class="title">${title}</span><span class="org">${company}</span></div>${me(urls)}`
      )
  ]
}
