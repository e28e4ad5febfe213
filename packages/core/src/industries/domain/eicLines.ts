/**
 * The industries that brands are told of (contract/brand.md, industries.eic), with what shows them.
 *
 * A line beneath an industry is a subindustry, the NAICS codes that mean it by their beginnings, and words of sites that are in it, those beside
 * each other joined by `_`, three at most. A code in parentheses means it only where a site has one of its words too: lists of establishments do not tell
 * software for banks from software for games.
 */
export const eicLines = `
# Aerospace & Defense
Defense Systems & Military Hardware | 928110 332992 332993 332994 336992 | defense defence military munitions weapon armored warfighter missile
Aerospace Manufacturing | 3364 | aerospace aircraft fuselage aerostructures jet_engine airframe
Avionics & Navigation Technology | 334511 | avionics flight_control inertial_navigation radar cockpit_display
Subsea & Naval Defense Systems | (3366) | naval submarine subsea sonar warship
Space & Satellite Technology | 336414 336415 (3364) (334511) | satellite spacecraft orbit launch_vehicle rocket smallsat
Defense IT & Systems Integration | (5415) (928110) | mission_systems defense_contractor command_control dod classified_network
# Technology
Software (B2B) | 5132 | software saas payroll software_platform workflow_automation crm erp hr_software payroll_software business_software
Software (B2C) | (5132) | app_store google_play download_app note-taking to-do_list photo_editor mobile_app
Cloud Infrastructure & DevOps | 5182 | cloud_hosting vps kubernetes devops web_hosting dedicated_servers object_storage serverless data_center
Cybersecurity | (5132) (5415) (5182) | cybersecurity cyber_security threat_detection misconfiguration vulnerability endpoint_protection siem ransomware zero_trust penetration_testing security_posture
Artificial Intelligence & Machine Learning | (5132) (5415) (5417) (5182) | machine_learning artificial_intelligence large_language llm foundation_model deep_learning ai_agents generative_ai
Data Infrastructure & Analytics | (5132) (5415) (5182) | data_warehouse analytics business_intelligence data_pipeline data_platform etl dashboards_data
Hardware & Semiconductors | 3341 3344 | semiconductor microcontroller chip chips fabless processors wafer integrated_circuits
Fintech Infrastructure | (5132) (5223) | banking_api fintech open_banking card_issuing embedded_finance core_banking
eCommerce & Marketplace Platforms | (5132) | online_store_builder ecommerce_platform storefront headless_commerce sell_online
Developer Tools & APIs | (5132) (5415) (5182) | developer_tools sdk open_source code_review ci_cd debugger
Web3 & Blockchain | (5132) (523) | web3 blockchain smart_contracts dapp nft defi
XR & Spatial Computing | (5132) (334) | virtual_reality augmented_reality mixed_reality xr headset spatial_computing
# Finance
Banking & Lending | 5221 5222 | bank banking checking_account savings_account loans credit_union branches auto_loans member-owned
Investment Management & WealthTech | 5239 525 | wealth_management investment_management asset_management portfolio_management private_equity financial_advisor venture_capital
Insurance & InsurTech | 5241 5242 | insurance insurer underwriting home_insurance auto_insurance policyholders insurance_agents
Payments & Money Movement | 522320 522390 (5132) | payments accept_payments money_transfer payment_gateway remittance point-of-sale_payments card_payments
Accounting, Tax & Financial Planning Tools | (5132) | accounting_software invoicing bookkeeping_software tax_software expense_management budgeting_app
Capital Markets & Trading Platforms | 5231 5232 | brokerage stock_trading trading_platform stock_exchange securities_trading forex investment_banking
Financial Infrastructure & APIs | (5132) (522320) | financial_data bank_connections ledger_api clearing settlement_infrastructure
Credit Scoring & Risk Management | 561450 (5132) | credit_score credit_bureau credit_risk credit_report fraud_detection
Cryptocurrency & Digital Assets | (523) (5132) (522) | cryptocurrency bitcoin crypto_exchange crypto_wallet stablecoin digital_assets ethereum
BNPL & Alternative Financing | (5222) (5132) | buy_pay_later pay_instalments pay_installments bnpl revenue-based_financing invoice_factoring
# Healthcare
Healthcare Providers & Services | 6211 6212 6213 6214 6215 6216 6219 622 623 541940 | dentist dental physician patients clinic hospital veterinary physical_therapy doctors nursing zahnarzt clinica_dental odontologia
Pharmaceuticals & Drug Development | 3254 4242 | pharmaceutical drug_development medicines clinical-stage biopharmaceutical therapeutics oral_therapies
Medical Devices & Diagnostics | 3391 334510 | medical_device catheter implants diagnostics surgical_instruments guidewires prosthetics imaging_systems
Biotechnology & Genomics | 541714 | biotechnology genomics gene_therapy antibodies sequencing biotech crispr
Digital Health & Telemedicine | (5132) (621) | telemedicine telehealth digital_health online_doctor virtual_care
Health Insurance & Benefits Tech | 524114 (5132) | health_insurance health_plan medicare_advantage benefits_platform dental_insurance
Clinical Trials & Research Platforms | (5417) (5132) | clinical_trials clinical_research contract_research patient_recruitment
Mental Health & Wellness | 621330 621420 | mental_health psychotherapy counseling therapist psychologist anxiety
Healthcare IT & EHR Systems | (5132) (5415) | practice_management ehr electronic_health medical_records practice_software dental_offices charting hospital_software
Consumer Health & Wellness Products | 325411 456191 | supplements vitamins probiotics wellness_products dietary_supplement
# Retail & E-commerce
Online Marketplaces | 455 | online_marketplace buyers_sellers sellers_worldwide auction
Direct-to-Consumer (DTC) Brands | | direct-to-consumer direct_consumer
Retail Tech & Point-of-Sale Systems | (5132) (334) | point-of-sale pos_system retail_software self-checkout inventory_software
Omnichannel & In-Store Retail | 449 4592 4594 4599 | department_store our_stores store_locator showroom visit_store bookstore
E-commerce Enablement & Infrastructure | (5132) (5614) (493) | ecommerce_fulfillment shopping_cart_software product_feed order_management conversion_rate
Subscription & Membership Commerce | | subscription_box monthly_box membership_box
Social Commerce & Influencer Platforms | (5132) (5418) | social_commerce influencer_marketing live_shopping
Fashion & Apparel Retail | 4581 4582 | dresses denim clothing apparel sneakers fashion shoes tops womens_clothing
Food, Beverage & Grocery E-commerce | 4451 4452 4453 | grocery groceries grocery_delivery supermarket wine_shop
# Entertainment
Streaming Platforms (Video, Music, Audio) | 5162 | streaming watch_movies music_streaming stream_music original_series
Gaming & Interactive Entertainment | (5132) 713120 | video_game video_games game_studio gamers indie_games multiplayer
Creator Economy & Influencer Platforms | (5132) | creators_monetize creator_economy membership_creators fan_subscriptions
Film, TV & Production Studios | 5121 | film_production movie_studio production_company documentary post-production visual_effects
Events, Venues & Live Entertainment | 7111 7113 7131 | concerts theater theatre live_music festival amusement_park performances circus
Virtual Worlds & Metaverse Experiences | (5132) | metaverse virtual_worlds avatars virtual_world
# Education
K-12 Education Platforms & Tools | 6111 6244 | day_school preschool elementary kindergarten students_grades early_learning
Higher Education & University Tech | 6112 6113 | university undergraduate faculty campus degree_programs graduate_programs college
Online Learning & MOOCs | (6114) (6115) (6117) (5132) | online_courses mooc e-learning learn_online video_courses
Test Prep & Certification | 611691 | test_prep exam_prep sat_prep certification_exam
Corporate Training & Upskilling | 611430 | corporate_training upskilling leadership_training employee_training
Tutoring & Supplemental Learning | | tutoring tutors homework_help private_lessons nachhilfe
Education Management Systems (LMS/SIS) | (5132) | learning_management student_information lms school_software
Language Learning | 611630 | language_school learn_spanish language_courses learn_english sprachschule
Creator-Led & Cohort-Based Courses | | cohort-based cohort_based
Special Education & Accessibility Tools | | special_education autism_therapy dyslexia assistive_technology
# Government & Nonprofit
Government Technology & Digital Services | (5132) (921) | govtech digital_government civic_technology e-government
Civic Engagement & Policy Platforms | 813319 813940 | civic_engagement voter policy_research think_tank political_party
International Development & Humanitarian Aid | 624230 | humanitarian refugees disaster_relief international_development emergency_aid
Philanthropy & Grantmaking | 8132 | philanthropy grantmaking grants_nonprofits charitable_foundation
Nonprofit Operations & Fundraising Tools | (5132) | fundraising_software donation_platform donor_management
Public Health & Social Services | 6241 6242 923 | social_services public_health food_bank shelter homeless
Education & Youth Development Programs | 624110 | youth_development after-school mentoring scouts youth_programs
Environmental & Climate Action Organizations | 813312 | conservation_nonprofit climate_action wildlife_protection protect_nature rainforest
Legal Aid & Social Justice Advocacy | 813311 | legal_aid human_rights social_justice civil_liberties
Municipal & Infrastructure Services | 921 922 925 926 2213 562 | city_council municipality public_works county_government waste_collection city_hall
# Industrial & Energy
Manufacturing & Industrial Automation | 3327 3329 3332 3333 3334 3335 3339 326 3321 3323 3324 335 | cnc machining injection_molding automation robotics industrial_machinery verpackungsmaschinen maschinenbau precision_parts manufacturing
Energy Production (Oil, Gas, Nuclear) | 211 213111 213112 221112 221113 324 | oil_gas drilling nuclear_power refinery natural_gas petroleum
Renewable Energy & Cleantech | 221111 221114 221115 221116 221117 (238210) | solar wind_farm renewable_energy photovoltaic rooftop_solar utility-scale hydropower
Utilities & Grid Infrastructure | 22112 2212 | electric_utility power_grid transmission_lines outage utility_bill
Industrial IoT & Monitoring Systems | 334513 334519 (5132) | industrial_iot condition_monitoring sensors_machines predictive_maintenance
Construction & Heavy Equipment | 236 237 333120 423810 | general_contractor heavy_equipment excavators civil_engineering road_construction home_builder
Mining & Natural Resources | 212 113 333131 | mining quarry copper_mine gold_mine aggregates timber
Environmental Engineering & Sustainability | 541620 541380 | environmental_testing environmental_consulting remediation water_testing sustainability_consulting
Energy Storage & Battery Technology | 33591 | energy_storage battery_storage lithium-ion battery_technology battery_cells
# Automotive & Transportation
Automotive OEMs & Vehicle Manufacturing | 3361 3362 | vehicle_manufacturing car_manufacturer sedan_suv electric_sedan automaker motorcycles
Electric Vehicles (EVs) & Charging Infrastructure | (3361) (457) (5132) (335) | ev_charging charging_stations electric_vehicles wallbox ev_chargers
Mobility-as-a-Service (MaaS) | 4853 5321 | ride-hailing car_sharing scooter_sharing bike_sharing car_rental taxi
Fleet Management | (5132) | fleet_management vehicle_tracking driver_behaviour fleet_tracking
Public Transit & Urban Mobility | 4851 4852 482111 | public_transport bus_lines timetable commuter_rail metro_line tram
Autonomous Vehicles & ADAS | (5132) (334) (336) | autonomous_vehicles self-driving lidar adas
Aftermarket Parts & Services | 8111 4413 3363 4231 4411 4412 | auto_repair oil_change brakes used_cars car_parts tires auto_parts autohaus gebrauchtwagen
Telematics & Vehicle Connectivity | (5132) (3342) | telematics connected_car obd
Aviation & Aerospace Transport | 481 4881 | airline airlines flights boarding_pass private_jet charter_flights airport
Maritime Shipping | 4831 4883 | container_shipping ocean_carrier shipping_line vessels port_terminal
# Lifestyle & Leisure
Fitness & Wellness | 713940 611620 | gym yoga pilates fitness strength_conditioning personal_trainer crossfit spa
Beauty & Personal Care | 8121 456120 | hair_salon barber nail_salon beauty_salon cosmetics skin_care friseur
Home & Living | 337 4491 444 5617 3352 | furniture kitchen_cabinets home_decor lawn landscaping mattress sofas interior mobel garden
Dating & Relationships | (5132) (812990) | dating singles matchmaking
Hobbies, Crafts & DIY | 459120 459130 459140 | craft_supplies knitting diy model_railway sewing board_games
Outdoor & Recreational Gear | 459110 | outdoor_gear hiking tents kayaks backpacks climbing_gear
Events, Experiences & Ticketing Platforms | 561599 (5132) | buy_tickets ticketing event_tickets event_discovery
# Luxury & Fashion
Designer & Luxury Apparel | (315) (4581) | luxury_fashion haute designer_clothing ready-to-wear
Accessories, Jewelry & Watches | 458310 33991 | jewelry jewellery engagement_rings diamonds watches handbags juwelier schmuck
Footwear & Leather Goods | 316 458320 | leather_goods handmade_shoes footwear leather_bags boots_made
Beauty, Fragrance & Skincare | (3256) (456120) | fragrance perfume luxury_skincare eau_parfum
Fashion Marketplaces & Retail Platforms | (4581) (5132) | fashion_marketplace multi-label multi-brand
Sustainable & Ethical Fashion | (315) (4581) | sustainable_fashion ethical_fashion organic_cotton fair_fashion
Resale, Vintage & Circular Fashion | 459510 | vintage second-hand secondhand pre-owned resale thrift
Fashion Tech & Virtual Try-Ons | (5132) | virtual_try-on size_recommendation fashion_tech
Streetwear & Emerging Luxury | (315) (4581) | streetwear sneaker_drops hoodies limited_drops
Couture & Made-to-Measure | 315990 (315) | made-to-measure bespoke_suits tailor tailoring wedding_dresses couture
# News & Media
News Publishing & Journalism | 513110 | newspaper breaking_news journalism daily_news latest_news zeitung
Advertising, Adtech & Media Buying | 541830 541850 | media_buying adtech programmatic billboard out-of-home ad_network
Digital Media & Content Platforms | 513130 519290 5191 | book_publisher publishing_house content_platform independent_books verlag
Broadcasting (TV & Radio) | 5161 | radio_station television broadcaster fm_radio tv_channel
Podcasting & Audio Media | 5122 | podcast podcasts record_label audiobook
News Aggregators & Curation Tools | (519) (5132) | news_aggregator rss_reader curated_news
Independent & Creator-Led Media | (5131) | independent_press independent_publisher small_press zine
Newsletters & Substack-Style Platforms | (5132) (5131) | newsletter_platform newsletters_writers
Political & Investigative Media | (5131) | investigative_journalism political_news
Trade & Niche Publications | 513120 | magazine trade_journal periodical issue_subscribers
Media Monitoring & Analytics | (5132) (519) | media_monitoring social_listening press_clippings
# Sports
Professional Teams & Leagues | 711211 | football_club season_tickets league_table basketball_team fixtures hockey_club
Sports Media & Broadcasting | (5161) (5131) | sports_news live_scores sports_broadcasting
Sports Betting & Fantasy Sports | 713290 7132 | sports_betting sportsbook fantasy_sports odds casino
Fitness & Athletic Training Platforms | (5132) | training_plans workout_app running_app athletes_coaches
Sportswear & Equipment | 33992 (459110) | sportswear golf_clubs ski_equipment bicycles sports_equipment rackets
Esports & Competitive Gaming | (7112) (5132) | esports esport tournament_gaming
Sports Venues & Event Management | 711310 (7112) | stadium arena race_track racetrack
Athlete Management & Talent Agencies | 711410 | talent_agency athlete_management sports_agents
Sports Tech & Performance Analytics | (5132) (334) | sports_analytics player_tracking sports_technology
Youth, Amateur & Collegiate Sports | 713990 713910 713920 713950 | youth_sports youth_league swim_club soccer_academy ski_resort golf_course bowling
# Real Estate & PropTech
Real Estate Marketplaces | 531210 531390 | homes_sale houses_sale real_estate realtor listings_mls immobilien property_search
Property Management Software | (5132) | property_management_software landlord_software tenant_portal rent_collection
Rental Platforms | 531110 531311 531120 531312 | apartments_rent rentals tenants landlords lease property_management
Mortgage & Lending Tech | 522310 522292 | mortgage home_loans refinance mortgage_brokers
Real Estate Investment Platforms | 525990 (531) (5132) | real_estate_investing reit fractional_ownership property_investment
# Legal & Compliance
Law Firms & Legal Services | 5411 | attorneys lawyers law_firm legal_services injury_attorneys abogados rechtsanwalt kanzlei avocats practice_areas
Legal Tech & Automation | (5132) | legal_tech legal_software law_firm_software document_automation
Regulatory Compliance | (5132) (5416) | regulatory_compliance compliance_platform soc_2_compliance gdpr_compliance
E-Discovery & Litigation Tools | (5132) (5411) | e-discovery ediscovery litigation_support
Contract Management | (5132) | contract_management contract_lifecycle e-signature electronic_signature
Governance, Risk & Compliance (GRC) | (5132) (5416) | grc risk_management_software governance_risk audit_software
IP & Trademark Management | (5411) (5132) | trademark patent_attorneys patents intellectual_property
Legal Research & Intelligence | (5132) (5131) | legal_research case_law
Compliance Training & Certification | (6114) (5132) | compliance_training
Whistleblower & Ethics Reporting | (5132) | whistleblower whistleblowing ethics_hotline
# Telecommunications
Mobile & Wireless Networks (3G/4G/5G) | 517112 | mobile_network 5g_network mobile_plans prepaid_sim unlimited_data
Broadband & Fiber Internet | 517111 | fiber_internet broadband fibre gigabit_internet glasfaser
Satellite & Space-Based Communications | 517410 | satellite_internet satellite_communications
Network Equipment & Infrastructure | 3342 (4234) | routers network_equipment switches_routers base_stations antennas
Telecom Billing & OSS/BSS Systems | (5132) | oss_bss telecom_billing
VoIP & Unified Communications | 517121 517810 (5132) | voip unified_communications cloud_phone business_phone video_conferencing
Internet Service Providers (ISPs) | (517) | internet_service_provider isp internet_provider
Edge Computing & Network Virtualization | (5182) (5132) | edge_computing sd-wan network_virtualization cdn content_delivery
IoT Connectivity Platforms | (517) (5132) | iot_connectivity iot_sim m2m
# Agriculture & Food
Precision Agriculture & AgTech | (5132) (334) (115) | precision_agriculture agtech crop_monitoring farm_management
Crop & Livestock Production | 111 1121 1122 1123 1124 1129 | farm dairy herd cattle orchard harvest greenhouse chrysanten rozen kwekerij
Food & Beverage Manufacturing & Processing | 311 312 | brewing brewery distillery bakery roasters winery stouts bread food_processing barrel
Food Distribution | 4244 4245 4248 | food_distributor wholesale_food foodservice_distributor
Restaurants & Food Service | 7225 7223 7224 | restaurant pizza menu_reservations catering takeout chef bistro cafe dine
Agricultural Inputs & Equipment | 333111 423820 424910 | tractors seeds farm_equipment irrigation agricultural_machinery
Sustainable & Regenerative Agriculture | (111) (112) | regenerative organic_farm permaculture biodynamic
Seafood & Aquaculture | 1125 114 424460 3117 | seafood shellfish aquaculture fish salmon oysters
# Professional Services & Agencies
Management Consulting | 541611 541612 541614 541618 | management_consulting strategy_consulting operating_model leadership_teams advisory unternehmensberatung change_management
Marketing & Advertising Agencies | 541810 541613 541860 541890 541870 | advertising_agency campaigns paid_media marketing_agency creative_agency seo_agency werbeagentur
Design, Branding & Creative Studios | 5414 541310 541320 54192 | design_studio branding architecture interiors graphic_design architects photography_studio
IT Services & Managed Services | 5415 8112 | managed_it it_services helpdesk it_support it_consulting outsourced_it software_development
Staffing, Recruiting & Talent | 5613 | staffing recruiting temps executive_search job_seekers zeitarbeit
Accounting & Tax Firms | 5412 | cpas bookkeeping tax_returns accountants steuerberater audit_firm steuerberatung tax_preparation
Public Relations & Communications | 541820 | public_relations press_releases pr_agency communications_agency
Business Process Outsourcing (BPO) | 56142 56141 561110 561210 | bpo call_center outsourcing back_office contact_center
Professional Training & Coaching | 611410 611420 | executive_coaching coaching leadership_coach professional_training workshops_teams
# Chemicals & Materials
Specialty Chemicals | 3259 325998 | specialty_chemicals additives surfactants catalysts
Commodity & Petrochemicals | 3251 324110 | petrochemicals chlor-alkali methanol base_chemicals
Polymers, Plastics & Rubber | 3252 326 | polymers plastics resins rubber plastic_parts injection_molded elastomers
Coatings, Adhesives & Sealants | 3255 | coatings adhesives sealants paints varnish
Industrial Gases | 325120 | industrial_gases nitrogen argon_oxygen hydrogen_supply
Advanced Materials & Composites | (325) (326) (327) (331) | composites carbon_fiber advanced_materials graphene technical_ceramics
Battery Materials & Energy Storage | (325) (33591) | cathode anode battery_materials electrolyte
Electronic Materials & Semiconductor Chemicals | (325) (334) | photoresist electronic_materials semiconductor_chemicals
Agrochemicals & Fertilizers | 3253 | fertilizers pesticides crop_protection herbicides
# Logistics & Supply Chain
Freight & Transportation Tech | (5132) | freight_software digital_freight freight_platform load_matching
Last-Mile Delivery | 492 | last-mile parcel_delivery courier same-day_delivery
Warehouse Automation | (3339) (5132) | warehouse_automation warehouse_robots
Supply Chain Visibility Platforms | (5132) | supply_chain_visibility shipment_tracking supply_chain_platform
Logistics Marketplaces | (5132) (4885) | logistics_marketplace freight_exchange load_board
Shipping & Freight Forwarding | 4885 484 482 4889 493 | freight truckload forwarding movers moving_company customs ocean_air spedition
Cold Chain Logistics | 493120 | cold_storage cold_chain refrigerated_transport
Reverse Logistics & Returns | (5132) (493) | reverse_logistics returns_management
Cross-Border Trade Tech | (5132) (4885) | cross-border customs_software
Transportation Management Systems (TMS) | (5132) | transportation_management tms route_planning
# Hospitality & Tourism
Hotels & Accommodation | 7211 7212 | hotel rooms rooms_suites boutique_hotel inn guests_stay chambres campground bed_breakfast zimmer resort
Vacation Rentals & Short-Term Stays | (5311) (7211) (5132) | vacation_rentals holiday_homes short-term_rentals ferienwohnung vacation_homes
Restaurant Tech & Management | (5132) | restaurant_software reservation_app restaurants_love waitlist table_management online_ordering_restaurants
Travel Booking Platforms | 561510 (5615) | book_flights travel_agency travel_booking cheap_flights hotel_deals reiseburo
Tourism Experiences & Activities | 561520 487 712 | tours sightseeing museum guided_tours exhibition zoo aquarium boat_tours
Cruise Lines & Marine Tourism | 483112 483114 | cruise cruises yacht_charter
Hospitality Management Systems | (5132) | hotel_software hotel_management property_management_system channel_manager
Event & Venue Management | 561920 (5132) | trade_shows conference_organizer event_planning event_management venue_hire
Corporate Travel Management | (5615) (5132) | business_travel corporate_travel travel_expense
Travel Insurance & Protection | (524) | travel_insurance trip_protection
# Construction & Built Environment
Construction Management Software | (5132) | construction_software construction_management jobsite
BIM/CAD & Design Tools | (5132) | bim cad cad_software 3d_modeling
Construction Marketplaces | (5132) | construction_marketplace find_contractors
Equipment Rental & Management | 532412 5324 532310 | equipment_rental tool_rental crane_rental
Building Materials & Procurement | 4233 423610 4237 327 3211 444110 | building_materials lumber electrical_supply plumbing_supply bricks concrete roofing_materials
Construction Workforce Management | (5132) (5613) | construction_workforce crew_scheduling
Project Estimation & Bidding | (5132) | estimating_software construction_bids takeoff
Modular & Prefab Construction | 321991 321992 (236) | modular_homes prefab prefabricated tiny_houses
Construction Safety & Compliance | (5132) (5416) (6114) | construction_safety osha_training
Smart Building Technology | (5132) (334512) | smart_building building_automation hvac_controls
# Consumer Packaged Goods (CPG)
Food & Beverage CPG | (311) (312) | snacks canned bottled_water soft_drinks beverages sauces chocolate frozen_foods
Home & Personal Care CPG | 325611 325612 | detergent soap cleaning_products toothpaste
CPG Analytics & Insights | (5132) | cpg_analytics shopper_insights
Direct-to-Consumer CPG Brands | (311) (325) | dtc_brand
CPG Supply Chain & Distribution | 424490 | cpg_distribution consumer_goods_distributor
Private Label Manufacturing | (311) (325) | private_label white_label_manufacturing co-packing contract_manufacturing_food
CPG Retail Intelligence | (5132) | retail_intelligence shelf_analytics
Sustainable CPG & Packaging | 3222 | sustainable_packaging refillable compostable_packaging
Beauty & Cosmetics CPG | 325620 | makeup lipstick cosmetics_brand skincare_brand
Health & Wellness CPG | (325411) (311) | protein_powder wellness_drinks functional_foods
`
