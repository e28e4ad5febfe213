/** The industries of brands and their parts (contract/brand.md, industries.eic), as they stand there. */
export const industries: ReadonlyArray<readonly [industry: string, parts: string]> = [
  [
    "Aerospace & Defense",
    "Defense Systems & Military Hardware · Aerospace Manufacturing · Avionics & Navigation Technology · Subsea & Naval Defense Systems · Space & Satellite Technology · Defense IT & Systems Integration"
  ],
  [
    "Technology",
    "Software (B2B) · Software (B2C) · Cloud Infrastructure & DevOps · Cybersecurity · Artificial Intelligence & Machine Learning · Data Infrastructure & Analytics · Hardware & Semiconductors · Fintech Infrastructure · eCommerce & Marketplace Platforms · Developer Tools & APIs · Web3 & Blockchain · XR & Spatial Computing"
  ],
  [
    "Finance",
    "Banking & Lending · Investment Management & WealthTech · Insurance & InsurTech · Payments & Money Movement · Accounting, Tax & Financial Planning Tools · Capital Markets & Trading Platforms · Financial Infrastructure & APIs · Credit Scoring & Risk Management · Cryptocurrency & Digital Assets · BNPL & Alternative Financing"
  ],
  [
    "Healthcare",
    "Healthcare Providers & Services · Pharmaceuticals & Drug Development · Medical Devices & Diagnostics · Biotechnology & Genomics · Digital Health & Telemedicine · Health Insurance & Benefits Tech · Clinical Trials & Research Platforms · Mental Health & Wellness · Healthcare IT & EHR Systems · Consumer Health & Wellness Products"
  ],
  [
    "Retail & E-commerce",
    "Online Marketplaces · Direct-to-Consumer (DTC) Brands · Retail Tech & Point-of-Sale Systems · Omnichannel & In-Store Retail · E-commerce Enablement & Infrastructure · Subscription & Membership Commerce · Social Commerce & Influencer Platforms · Fashion & Apparel Retail · Food, Beverage & Grocery E-commerce"
  ],
  [
    "Entertainment",
    "Streaming Platforms (Video, Music, Audio) · Gaming & Interactive Entertainment · Creator Economy & Influencer Platforms · Film, TV & Production Studios · Events, Venues & Live Entertainment · Virtual Worlds & Metaverse Experiences"
  ],
  [
    "Education",
    "K-12 Education Platforms & Tools · Higher Education & University Tech · Online Learning & MOOCs · Test Prep & Certification · Corporate Training & Upskilling · Tutoring & Supplemental Learning · Education Management Systems (LMS/SIS) · Language Learning · Creator-Led & Cohort-Based Courses · Special Education & Accessibility Tools"
  ],
  [
    "Government & Nonprofit",
    "Government Technology & Digital Services · Civic Engagement & Policy Platforms · International Development & Humanitarian Aid · Philanthropy & Grantmaking · Nonprofit Operations & Fundraising Tools · Public Health & Social Services · Education & Youth Development Programs · Environmental & Climate Action Organizations · Legal Aid & Social Justice Advocacy · Municipal & Infrastructure Services"
  ],
  [
    "Industrial & Energy",
    "Manufacturing & Industrial Automation · Energy Production (Oil, Gas, Nuclear) · Renewable Energy & Cleantech · Utilities & Grid Infrastructure · Industrial IoT & Monitoring Systems · Construction & Heavy Equipment · Mining & Natural Resources · Environmental Engineering & Sustainability · Energy Storage & Battery Technology"
  ],
  [
    "Automotive & Transportation",
    "Automotive OEMs & Vehicle Manufacturing · Electric Vehicles (EVs) & Charging Infrastructure · Mobility-as-a-Service (MaaS) · Fleet Management · Public Transit & Urban Mobility · Autonomous Vehicles & ADAS · Aftermarket Parts & Services · Telematics & Vehicle Connectivity · Aviation & Aerospace Transport · Maritime Shipping"
  ],
  [
    "Lifestyle & Leisure",
    "Fitness & Wellness · Beauty & Personal Care · Home & Living · Dating & Relationships · Hobbies, Crafts & DIY · Outdoor & Recreational Gear · Events, Experiences & Ticketing Platforms"
  ],
  [
    "Luxury & Fashion",
    "Designer & Luxury Apparel · Accessories, Jewelry & Watches · Footwear & Leather Goods · Beauty, Fragrance & Skincare · Fashion Marketplaces & Retail Platforms · Sustainable & Ethical Fashion · Resale, Vintage & Circular Fashion · Fashion Tech & Virtual Try-Ons · Streetwear & Emerging Luxury · Couture & Made-to-Measure"
  ],
  [
    "News & Media",
    "News Publishing & Journalism · Advertising, Adtech & Media Buying · Digital Media & Content Platforms · Broadcasting (TV & Radio) · Podcasting & Audio Media · News Aggregators & Curation Tools · Independent & Creator-Led Media · Newsletters & Substack-Style Platforms · Political & Investigative Media · Trade & Niche Publications · Media Monitoring & Analytics"
  ],
  [
    "Sports",
    "Professional Teams & Leagues · Sports Media & Broadcasting · Sports Betting & Fantasy Sports · Fitness & Athletic Training Platforms · Sportswear & Equipment · Esports & Competitive Gaming · Sports Venues & Event Management · Athlete Management & Talent Agencies · Sports Tech & Performance Analytics · Youth, Amateur & Collegiate Sports"
  ],
  [
    "Real Estate & PropTech",
    "Real Estate Marketplaces · Property Management Software · Rental Platforms · Mortgage & Lending Tech · Real Estate Investment Platforms"
  ],
  [
    "Legal & Compliance",
    "Law Firms & Legal Services · Legal Tech & Automation · Regulatory Compliance · E-Discovery & Litigation Tools · Contract Management · Governance, Risk & Compliance (GRC) · IP & Trademark Management · Legal Research & Intelligence · Compliance Training & Certification · Whistleblower & Ethics Reporting"
  ],
  [
    "Telecommunications",
    "Mobile & Wireless Networks (3G/4G/5G) · Broadband & Fiber Internet · Satellite & Space-Based Communications · Network Equipment & Infrastructure · Telecom Billing & OSS/BSS Systems · VoIP & Unified Communications · Internet Service Providers (ISPs) · Edge Computing & Network Virtualization · IoT Connectivity Platforms"
  ],
  [
    "Agriculture & Food",
    "Precision Agriculture & AgTech · Crop & Livestock Production · Food & Beverage Manufacturing & Processing · Food Distribution · Restaurants & Food Service · Agricultural Inputs & Equipment · Sustainable & Regenerative Agriculture · Seafood & Aquaculture"
  ],
  [
    "Professional Services & Agencies",
    "Management Consulting · Marketing & Advertising Agencies · Design, Branding & Creative Studios · IT Services & Managed Services · Staffing, Recruiting & Talent · Accounting & Tax Firms · Public Relations & Communications · Business Process Outsourcing (BPO) · Professional Training & Coaching"
  ],
  [
    "Chemicals & Materials",
    "Specialty Chemicals · Commodity & Petrochemicals · Polymers, Plastics & Rubber · Coatings, Adhesives & Sealants · Industrial Gases · Advanced Materials & Composites · Battery Materials & Energy Storage · Electronic Materials & Semiconductor Chemicals · Agrochemicals & Fertilizers"
  ],
  [
    "Logistics & Supply Chain",
    "Freight & Transportation Tech · Last-Mile Delivery · Warehouse Automation · Supply Chain Visibility Platforms · Logistics Marketplaces · Shipping & Freight Forwarding · Cold Chain Logistics · Reverse Logistics & Returns · Cross-Border Trade Tech · Transportation Management Systems (TMS)"
  ],
  [
    "Hospitality & Tourism",
    "Hotels & Accommodation · Vacation Rentals & Short-Term Stays · Restaurant Tech & Management · Travel Booking Platforms · Tourism Experiences & Activities · Cruise Lines & Marine Tourism · Hospitality Management Systems · Event & Venue Management · Corporate Travel Management · Travel Insurance & Protection"
  ],
  [
    "Construction & Built Environment",
    "Construction Management Software · BIM/CAD & Design Tools · Construction Marketplaces · Equipment Rental & Management · Building Materials & Procurement · Construction Workforce Management · Project Estimation & Bidding · Modular & Prefab Construction · Construction Safety & Compliance · Smart Building Technology"
  ],
  [
    "Consumer Packaged Goods (CPG)",
    "Food & Beverage CPG · Home & Personal Care CPG · CPG Analytics & Insights · Direct-to-Consumer CPG Brands · CPG Supply Chain & Distribution · Private Label Manufacturing · CPG Retail Intelligence · Sustainable CPG & Packaging · Beauty & Cosmetics CPG · Health & Wellness CPG"
  ]
]
