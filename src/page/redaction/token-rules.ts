import {looksRandom, type RedactionCandidate, type RedactionRule} from './redaction-rule.ts'

type Row = readonly [name: string, starts: string, rest: string]

/** Letters, digits, `_` and `-`, but no `_` or `-` at the end: those belong to the text, as in Slack's `_key_`. */
const run = (min: number, max: number): string => `[\\w-]{${min},${max}}(?<![_-])`

/** Not followed by as much base64 as only an image or a signature has. */
const noBlob = '(?![A-Za-z0-9+/]{24})'
/** The end of everything that base64 can contain. */
const blobEnd = '(?![A-Za-z0-9+/=])'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const beforeHex = (mark: string): string => [...'0123456789abcdef'].map((digit) => mark + digit).join(' ')

/**
 * Credentials with a beginning so distinctive that they are found wherever it is: behind a letter, a digit, an underscore
 * or an escaped line end. What follows them is not looked at either, unless base64 would often contain the same.
 */
const distinctive: readonly Row[] = [
  ['AWS key', 'AKIA', `[A-Z0-9]{16}(?:[\\s,;:|"'\\\\]{1,6}[A-Za-z0-9/+]{40}${blobEnd})?`],
  // In capitals these can be the end of a word, which has no digit.
  ['AWS key', 'ASIA ABIA ACCA', `(?:(?<![A-Z]A...)|(?=[A-Z]{0,15}\\d))[A-Z0-9]{16}${noBlob}`],
  ['AWS key', 'amzn.mws.', uuid],
  ['AWS key', 'bedrock-api-key-', '[A-Za-z0-9+/]{40,400}={0,2}'],
  ['AWS session token', 'IQoJb3JpZ2lu FwoGZXIvYXdz', '[A-Za-z0-9+/]{60,2000}={0,2}'],
  ['GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,255}'],
  ['GitHub token', 'github_pat_', '\\w{22,255}(?<!_)'],
  [
    'GitLab token',
    'glpat- glptt- gldt- glrt- glrtr- glcbt- gloas- glsoat- glft- glimt- glagent- glffct- glwt-',
    `${run(18, 255)}(?:\\.[\\w.-]{1,60}(?<![_.-]))?`,
  ],
  ['GitLab token', 'GR1348941', '[\\w-]{20}'],
  [
    'Slack token',
    'xoxa- xoxb- xoxc- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxb- xoxe.xoxp- xwfp-',
    run(10, 255),
  ],
  ['Slack token', 'xoxd-', '[\\w%+/=-]{10,500}(?<![_-])'],
  ['Slack token', 'xapp-', `\\d-${run(10, 255)}`],
  [
    'Slack webhook',
    'https://hooks.slack',
    '(?:-gov)?\\.com/(?:services|workflows|triggers)/[\\w/-]{10,200}(?<![_/-])',
  ],
  [
    'Discord webhook',
    'https://discord https://ptb.discord https://canary.discord',
    `(?:app)?\\.com/api/webhooks/\\d{5,20}/${run(40, 100)}`,
  ],
  ['Teams webhook', '.webhook.office.com/webhookb2/', '(?<v>[\\w@/-]{40,300})(?<![_/@-])'],
  ['Anthropic key', 'sk-ant-', run(18, 255)],
  ['OpenRouter key', 'sk-or-v1-', '[a-f0-9]{64}'],
  ['Google key', 'AIza', `[\\w-]{35}${noBlob}`],
  ['Google key', 'ya29.', run(18, 400)],
  ['Google key', 'GOCSPX-', run(18, 60)],
  ['Google key', '1//0', run(30, 120)],
  ['Google key', ':APA91b', '(?<=(?<s>AAAA[\\w-]{7}):APA91b)[\\w-]{134}'],
  ['Stripe key', 'whsec_', '[A-Za-z0-9+/]{24,100}={0,2}'],
  ['npm token', 'npm_', '[A-Za-z0-9]{36}'],
  ['PyPI token', 'pypi-', run(50, 255)],
  ['RubyGems key', 'rubygems_', '[a-f0-9]{48}'],
  ['NuGet key', 'oy2', '[a-z0-9]{43}'],
  ['Clojars token', 'CLOJARS_', '[a-z0-9]{60}'],
  ['Docker token', 'dckr_pat_ dckr_oat_', run(18, 60)],
  ['DigitalOcean token', 'doo_v1_ dop_v1_ dor_v1_', '[a-f0-9]{64}'],
  ['Heroku key', 'HRKU-', run(34, 80)],
  ['Cloudflare token', 'cfk_ cfut_ cfat_', '[A-Za-z0-9]{40,60}'],
  ['Cloudflare token', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{146}'],
  ['Vercel token', 'vercel_blob_rw_', '[A-Za-z0-9]{10,30}_[A-Za-z0-9]{20,60}'],
  ['Supabase key', 'sbp_', '(?:oauth_)?[a-f0-9]{40}'],
  ['Supabase key', 'sb_secret_', run(20, 60)],
  ['PlanetScale token', 'pscale_', '(?:tkn|pw|oauth|otkn)_[\\w=.-]{30,64}(?<![_.-])'],
  ['Neon key', 'napi_', '[a-z0-9]{64}'],
  ['Fly token', 'fo1_', '[\\w-]{43}'],
  ['Fly token', 'fm1_ fm2_ fm1a_ fm1r_', '[A-Za-z0-9+/]{60,800}={0,3}'],
  ['Databricks token', 'dapi', '[a-f0-9]{32}(?:-\\d)?'],
  ['Twilio key', 'SK', '[0-9a-f]{32}(?![0-9a-f])'],
  ['SendGrid key', 'SG.', '[\\w-]{22}\\.[\\w-]{43}'],
  ['Brevo key', 'xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'],
  ['Mailchimp key', '-us', '\\d{1,2}(?<=(?<s>[0-9a-f]{32})-us\\d{1,2})(?![A-Za-z0-9-])'],
  ['Mailgun key', beforeHex('-'), '(?<=(?<s>[0-9a-f]{32})-.)[0-9a-f]{7}-[0-9a-f]{8}(?![A-Za-z0-9-])'],
  ['Shopify token', 'shpat_ shpca_ shppa_ shpss_ shptka_', '[a-fA-F0-9]{32}'],
  ['Square token', 'sq0atp- sq0csp- sq0idp-', run(20, 43)],
  ['PayPal token', 'access_token$', '(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}'],
  ['Plaid token', 'access-sandbox- access-development- access-production-', uuid],
  ['Shippo key', 'shippo_live_ shippo_test_', '[a-f0-9]{40}'],
  ['Duffel key', 'duffel_live_ duffel_test_', '[\\w=-]{43}'],
  ['EasyPost key', 'EZAK EZTK', `[A-Za-z0-9]{54}${blobEnd}`],
  ['Flutterwave key', 'FLWSECK', '(?:_TEST)?-[a-h0-9]{32}(?:-X)?'],
  ['Facebook token', 'EAAC EAAM', `[A-Za-z0-9]{100,400}${blobEnd}`],
  ['Twitter token', 'A'.repeat(20), '(?<!A{21})A{0,10}[A-Za-z0-9]{0,60}%[23][BDF][A-Za-z0-9%]{20,100}'],
  ['LinkedIn secret', 'WPL_AP1.', '[A-Za-z0-9]{16}\\.[\\w=]{4,20}(?<!_)'],
  ['Salesforce token', '00D', '[A-Za-z0-9]{12,15}![\\w.]{80,120}(?<![_.])'],
  ['HubSpot token', 'pat-na pat-eu', `\\d-${uuid}`],
  ['Intercom token', 'dG9rO', '[A-Za-z0-9+/]{54}='],
  ['New Relic key', 'NRAK-', '[A-Z0-9]{27}'],
  ['New Relic key', 'NRJS-', '[a-f0-9]{19}'],
  ['New Relic key', 'NRRA-', '[a-f0-9]{42}'],
  ['New Relic key', 'NRII-', '[\\w-]{32}'],
  ['New Relic key', 'NRAL', '(?<=(?<s>[a-fA-F0-9]{36})NRAL)'],
  ['Dynatrace token', 'dt0', '[a-z]\\d\\d\\.[A-Z0-9]{8,24}\\.[A-Z0-9]{64}'],
  ['Sentry token', 'sntrys_eyJ', '[\\w+/=-]{40,500}(?<![_-])'],
  ['Sentry token', 'sntryu_', '[a-f0-9]{64}'],
  ['Grafana token', 'glc_', '[A-Za-z0-9+/]{32,400}={0,3}'],
  ['Grafana token', 'glsa_', '[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'],
  ['Grafana token', 'eyJrIjoi', '[A-Za-z0-9]{50,400}={0,3}'],
  ['PagerDuty key', 'pdus+ pdeu+', run(18, 60)],
  ['Rootly key', 'rootly_', '[a-f0-9]{64}'],
  ['Linear key', 'lin_api_ lin_oauth_', '\\w{32,70}(?<!_)'],
  ['Notion token', 'ntn_', '\\d{11}[A-Za-z0-9]{32,35}'],
  ['Notion token', 'secret_', '[A-Za-z0-9]{43}(?![A-Za-z0-9])'],
  ['Airtable token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'],
  ['Asana token', beforeHex(':'), '(?<=\\d/\\d{15,17}:.)[a-f0-9]{31}'],
  ['Atlassian token', 'ATATT3 ATCTT3 ATSTT3', '[\\w=-]{50,400}(?<![_-])'],
  ['Atlassian token', 'ATBB', `[A-Za-z0-9]{32}${noBlob}`],
  ['Atlassian token', 'BBDC-', '[A-Za-z0-9+/@_-]{40,50}(?<![_-])'],
  ['Contentful token', 'CFPAT-', '[\\w-]{43}'],
  ['Typeform token', 'tfp_', '[\\w.=-]{40,64}(?<![_.-])'],
  ['Readme key', 'rdme_', '[a-z0-9]{70}'],
  ['Postman key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'],
  ['Doppler token', 'dp.', '(?:pt|st|ct|sa|scim|audit)\\.(?:[\\w-]{2,35}\\.)?[A-Za-z0-9]{40,44}'],
  ['Vault token', 'hvs. hvb. hvr.', run(22, 200)],
  ['Terraform token', '.atlasv1.', '(?<=(?<s>[A-Za-z0-9]{14})\\.atlasv1\\.)[\\w=-]{60,70}(?<![_-])'],
  ['Pulumi token', 'pul-', '[a-f0-9]{40}(?![a-f0-9])'],
  ['Prefect key', 'pnu_', '[a-z0-9]{36}'],
  ['Tailscale key', 'tskey-', '[a-z]{2,20}-[A-Za-z0-9]{6,30}-[A-Za-z0-9]{16,60}'],
  ['OpenShift token', 'sha256~', '[\\w-]{43}'],
  ['LaunchDarkly key', 'sdk-', uuid],
  ['Sonar token', 'sqa_ sqp_ squ_', '[a-f0-9]{40}'],
  ['Sourcegraph token', 'sgp_', '(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}'],
  ['Buildkite token', 'bkua_', '[a-f0-9]{40}'],
  ['CircleCI token', 'CCIPAT_ CCIPRJ_', '[A-Za-z0-9]{22}_[a-f0-9]{40}'],
  ['Artifactory key', 'AKCp', `[A-Za-z0-9]{69}${noBlob}`],
  ['Artifactory key', 'cmVmd', `[A-Za-z0-9]{59}${noBlob}`],
  ['Adafruit key', 'aio_', '[A-Za-z0-9]{28}(?![A-Za-z0-9])'],
  ['1Password token', 'ops_eyJ', '[A-Za-z0-9+/]{200,2000}={0,3}'],
  ['Yandex key', 'AQVN', `[\\w-]{35,38}${noBlob}`],
  ['Mapbox token', 'sk.eyJ tk.eyJ', '[\\w-]{40,200}\\.[\\w-]{22}'],
  ['Perplexity key', 'pplx-', '[A-Za-z0-9]{40,60}'],
  ['LangSmith key', 'lsv2_pt_ lsv2_sk_', '[a-f0-9]{32}_[a-f0-9]{10}'],
  ['Pinecone key', 'pcsk_', '\\w{40,90}(?<!_)'],
  ['Groq key', 'gsk_', '[A-Za-z0-9]{40,60}'],
  ['xAI key', 'xai-', '[A-Za-z0-9]{60,100}'],
  ['Tavily key', 'tvly-', run(28, 60)],
  ['age key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'],
  // The number before the colon is the bot's id, which is public.
  ['Telegram token', ':AA', '(?<=\\d{8,10}:AA)[\\w-]{33}'],
  ['Azure key', 'Q~', '(?<=(?<s>[A-Za-z0-9_~.]{3}\\d)Q~)[\\w~.-]{31,34}'],
  ['Azure key', 'AZDO', '(?<=(?<s>[A-Za-z0-9]{76})AZDO)[A-Za-z0-9]{4}'],
  ['Azure key', 'APIM ACDb +ABa +AMC +ASt', '(?<=(?<s>[A-Za-z0-9/+]{76})....)[A-Za-z0-9/+]{5}[AQgw]=='],
  ['Azure key', 'AzFu AzSe AzCa', `(?<=(?<s>[\\w+/-]{42})Az..)[\\w+/-]{6}(?:==)?${blobEnd}`],
  ['Azure key', 'SharedAccessKey= AccountKey= SharedSecret=', '(?<v>[A-Za-z0-9+/]{40,90}={0,2})'],
  ['Azure signature', '?sig= &sig= ;sig=', '(?<v>[A-Za-z0-9%+/]{40,120}={0,2})'],
]

const hasDigit = ({value}: RedactionCandidate): boolean => /\d/.test(value)

const isMixed = (value: string): boolean => /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)

const isMixedAndRandom = (value: string): boolean => isMixed(value) && looksRandom(value.slice(0, 64))

const isJoined = ({before}: RedactionCandidate): boolean => /[A-Za-z]/.test(before)

/** Behind a letter the start may be the end of a word, so the rest alone must look like a key. */
const isRandomIfJoined = (candidate: RedactionCandidate): boolean =>
  !isJoined(candidate) || isMixedAndRandom(candidate.value)

/** Three or four letters begin somewhere in every image: such a start counts only where a word begins. */
const startsWord =
  (isSecret: (value: string) => boolean) =>
  ({value, before}: RedactionCandidate): boolean =>
    !/[A-Za-z0-9]/.test(before) && isSecret(value)

function isOpenAiKey(candidate: RedactionCandidate): boolean {
  const value = candidate.value.slice('sk-'.length)
  if (value.includes('T3BlbkFJ')) return true
  if (isJoined(candidate) && (value.length < 40 || !isMixed(value) || value.includes('-'))) return false
  // Style classes are words with hyphens.
  return looksRandom(value.slice(0, 64)) && (!value.includes('-') || /[A-Z]/.test(value))
}

type CheckedRow = readonly [...row: Row, isSecret: (candidate: RedactionCandidate) => boolean]

/** Credentials with a short start, or one that ordinary words end with, as `task-` ends with `sk-`. */
const checked: readonly CheckedRow[] = [
  ['OpenAI key', 'sk-proj- sk-svcacct- sk-admin- sk-lf-', run(20, 255), isRandomIfJoined],
  ['OpenAI key', 'sk-', run(20, 255), isOpenAiKey],
  [
    'Stripe key',
    'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_',
    '[A-Za-z0-9]{10,247}',
    isRandomIfJoined,
  ],
  ['ElevenLabs key', 'sk_', '[a-f0-9]{48}(?![A-Za-z0-9])', hasDigit],
  ['Hugging Face token', 'hf_ api_org_', '[A-Za-z0-9]{34}(?![A-Za-z0-9])', isRandomIfJoined],
  ['Replicate token', 'r8_', '\\w{37}', isRandomIfJoined],
  ['Resend key', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])', ({value}) => isMixed(value)],
  ['Vercel token', 'vca_ vcp_ vci_ vcr_ vck_', '[A-Za-z0-9]{24,80}', hasDigit],
  ['Netlify token', 'nfb_ nfc_ nfo_ nfp_ nfu_', '[A-Za-z0-9]{36}', hasDigit],
  ['Figma token', 'figd_ figo_ figu_', run(36, 60), hasDigit],
  ['PostHog key', 'phx_', '[A-Za-z0-9]{40,60}', hasDigit],
  ['Deno token', 'ddo_ ddp_', '[A-Za-z0-9]{36}', hasDigit],
  ['Facebook token', '|', '(?<=\\d{13,17}\\|)(?<v>[\\w-]{27})(?![\\w-])', ({value}) => isMixed(value)],
  ['Mailgun key', 'key-', '[0-9a-f]{32}(?![\\w-])', ({before}) => !/[\w-]/.test(before)],
  ['crates.io token', 'cio', `[A-Za-z0-9]{32}${blobEnd}`, startsWord(isMixed)],
  ['Square token', 'EAAA', `[\\w-]{60}${blobEnd}`, startsWord(isMixed)],
  ['Facebook token', 'EAA', `[A-Za-z0-9]{60,400}${blobEnd}`, startsWord(isMixed)],
  ['LinkedIn token', 'AQU AQV AQW AQX', `${run(150, 600)}${blobEnd}`, startsWord(isMixed)],
  ['AWS key', 'ABSK', '[A-Za-z0-9+/]{109,269}={0,2}', startsWord(isMixed)],
  ['AWS key', 'AGPA AIDA AROA ANPA ANVA APKA', `[A-Z0-9]{16}${blobEnd}`, startsWord(() => true)],
  ['Alibaba key', 'LTAI', `[A-Za-z0-9]{12,20}${blobEnd}`, startsWord(isMixed)],
  ['Vault token', 's.', '[A-Za-z0-9]{24}(?![A-Za-z0-9(-]|\\.\\w)', startsWord(isMixedAndRandom)],
  [
    '1Password key',
    'A3-',
    '[A-Z0-9]{6}-[A-Z0-9]{6}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}',
    hasDigit,
  ],
  [
    'Discord token',
    // What precedes the first dot is the bot's id, which is public.
    '.',
    '(?<=[MNO][\\w-]{22,27}\\.)(?<v>[\\w-]{6}\\.[\\w-]{27,38})(?![A-Za-z0-9])',
    ({value}) => isMixedAndRandom(value),
  ],
]

/** What separates the lines of a private key, also inside JSON, code and indented text. */
const lineBreak = `\\\\[nrt]|[\\s"',|>]`

/** Credentials that are known by their structure. */
const structured: readonly Row[] = [
  [
    'private key',
    '-----BEGIN',
    ` [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,8000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?=(?:${lineBreak}){0,50}[A-Za-z0-9+/=]{16})(?:[A-Za-z0-9+/=]|${lineBreak}){16,8000}(?<=[A-Za-z0-9+/=]))`,
  ],
  ['private key', 'Private-Lines:', ` \\d{1,4}(?<v>(?:[A-Za-z0-9+/=]|${lineBreak}){16,8000})`],
  // Found by its middle, so that a text full of beginnings is not looked through for each of them.
  [
    'JSON web token',
    '.eyJ',
    '(?<=(?<s>eyJ[\\w-]{8,4000})\\.eyJ)[\\w-]{8,8000}(?:\\.[\\w-]{1,2000})?(?<![_-])',
  ],
  [
    'encrypted token',
    'eyJhbGciOi eyJlbmMiOi eyJ6aXAiOi eyJjdHki',
    '[\\w-]{10,400}\\.[\\w-]{0,1000}\\.[\\w-]{8,200}\\.[\\w-]{2,8000}\\.[\\w-]{10,100}(?<![_-])',
  ],
]

const toRule = ([name, starts, rest]: Row): RedactionRule => ({
  name,
  starts: starts.split(' '),
  rest,
})

/** Credentials that are known by their own characters, whatever they are assigned to; the narrowest first. */
export const tokenRules: readonly RedactionRule[] = [
  ...structured.map(toRule),
  ...distinctive.map(toRule),
  ...checked.map(([name, starts, rest, isSecret]) => ({...toRule([name, starts, rest]), isSecret})),
]
