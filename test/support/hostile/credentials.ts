/**
 * Templates of credentials, one or more of each kind, so that no scanner takes this file for a leak. `{A36}` is 36 letters
 * and digits drawn by lot, `h` hex, `H` hex in capitals, `d` digits, `l` small letters and digits, `U` capitals and digits,
 * `w` letters, digits, `_` and `-`, `b` base64, `u` a UUID. A part with `!` is public: an id, a user's name.
 */
const templates: Readonly<Record<string, readonly string[]>> = {
  'AWS key': [
    'AKIA{U16}',
    'ASIA{U16}',
    'AKIA{U16},{b40}',
    'amzn.mws.{u}',
    'IQoJb3JpZ2luX2Vj{b300}',
    'bedrock-api-key-{b100}',
  ],
  'GitHub token': ['ghp_{A36}', 'gho_{A36}', 'ghu_{A36}', 'ghs_{A36}', 'ghr_{A76}', 'github_pat_{A22}_{A59}'],
  'GitLab token': [
    'glpat-{w20}',
    'glptt-{h40}',
    'gldt-{w20}',
    'glrt-{w20}',
    'glcbt-{A2}_{w20}',
    'gloas-{h64}',
    'glsoat-{w20}',
    'glft-{w20}',
    'glimt-{w25}',
    'glagent-{w50}',
    'glpat-{w27}.01.{l9}',
    'GR1348941{w20}',
  ],
  'Slack token': [
    'xoxb-{!d12}-{!d12}-{A24}',
    'xoxp-{!d12}-{!d12}-{!d12}-{h32}',
    'xoxa-2-{A24}',
    'xoxs-{d10}-{h32}',
    'xoxe-1-{A146}',
    'xoxe.xoxp-1-{A163}',
    'xoxd-{A40}%2B{A40}%3D',
    'xapp-1-A{!U10}-{!d13}-{h64}',
    'xwfp-{!d12}-{A40}',
  ],
  webhook: [
    'https://hooks.slack.com/services/T{!U8}/B{!U8}/{A24}',
    'https://hooks.slack.com/workflows/T{!U8}/A{!U8}/{d18}/{A24}',
    'https://discord.com/api/webhooks/{!d18}/{w68}',
    'https://shop.webhook.office.com/webhookb2/{u}@{u}/IncomingWebhook/{h32}/{u}',
  ],
  'Anthropic key': [
    'sk-ant-api03-{w93}AA',
    'sk-ant-admin01-{w93}AA',
    'sk-ant-oat01-{w93}AA',
    'sk-ant-sid01-{w86}AA',
  ],
  'OpenAI key': [
    'sk-{A48}',
    'sk-{A20}T3BlbkFJ{A20}',
    'sk-proj-{w74}T3BlbkFJ{w74}',
    'sk-svcacct-{w74}T3BlbkFJ{w74}',
    'sk-admin-{w74}T3BlbkFJ{w74}',
    'sk-or-v1-{h64}',
  ],
  'Google key': ['AIza{w35}', 'ya29.{w120}', 'GOCSPX-{w28}', '1//0{w60}'],
  'Stripe key': ['sk_live_{A24}', 'sk_test_{A99}', 'rk_live_{A24}', 'whsec_{A32}'],
  'package token': [
    'npm_{A36}',
    'pypi-AgEIcHlwaS5vcmc{w150}',
    'rubygems_{h48}',
    'CLOJARS_{l60}',
    'oy2{l43}',
    'dckr_pat_{w27}',
    'dckr_oat_{w32}',
    'AKCp{A69}',
  ],
  'cloud token': [
    'dop_v1_{h64}',
    'doo_v1_{h64}',
    'dor_v1_{h64}',
    'HRKU-AA{w58}',
    'cfut_{A40}',
    'v1.0-{h24}-{h146}',
    'vcp_{A56}',
    'vercel_blob_rw_{A16}_{A30}',
    'nfp_{A36}',
    'sbp_{h40}',
    'sb_secret_{w31}',
    'pscale_tkn_{w43}',
    'pscale_pw_{w43}',
    'napi_{l64}',
    'fo1_{w43}',
    'fm2_{b120}',
    'dapi{h32}',
    'dapi{h32}-2',
    'ddp_{A36}',
    'sha256~{w43}',
  ],
  'Azure key': [
    'AccountKey={b86}==',
    'Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={b43}=',
    '?sv=2022-11-02&ss=b&sig={A40}%2B{A2}%3D',
    '{A3}8Q~{w34}',
    '{A76}AZDO{A4}',
    '{b76}ACDb{b5}Q==',
    '{b76}+ASt{b5}A==',
    '{A42}AzSeA{A5}',
  ],
  'mail and phone': [
    'SG.{w22}.{w43}',
    'SK{h32}',
    '{h32}-us12',
    '{h32}-{h8}-{h8}',
    'xkeysib-{h64}-{A16}',
    're_{A8}_{A24}',
  ],
  'shop and bank': [
    'shpat_{h32}',
    'shpca_{h32}',
    'shppa_{h32}',
    'shpss_{h32}',
    'sq0atp-{w22}',
    'sq0csp-{w43}',
    'access_token$production$' + '{l16}$' + '{h32}',
    'access-production-{u}',
    'shippo_live_{h40}',
    'duffel_live_{w43}',
    'EZAK{A54}',
    'FLWSECK-{h32}-X',
  ],
  social: [
    'EAAC{A160}',
    `${'A'.repeat(22)}{A8}%2B{A30}%3D{A50}`,
    'WPL_AP1.{A16}.{A8}',
    '{!d9}:AA{w33}',
    'M{!A23}.{!w6}.{w38}',
    '00D{A15}!{A96}',
    'pat-na1-{u}',
  ],
  operations: [
    'NRAK-{U27}',
    'NRJS-{h19}',
    '{h36}NRAL',
    'dt0c01.{U24}.{U64}',
    'sntrys_eyJ{A120}',
    'sntryu_{h64}',
    'glc_{b120}',
    'glsa_{A32}_{h8}',
    'eyJrIjoi{A70}==',
    'pdus+{w20}',
    'rootly_{h64}',
    'PMAK-{h24}-{h34}',
    'dp.pt.{A43}',
    'dp.st.prd.{A43}',
    'hvs.{w95}',
    'hvb.{w150}',
    '{A14}.atlasv1.{w67}',
    'pul-{h40}',
    'pnu_{l36}',
    'tskey-auth-{A12}-{A32}',
    'bkua_{h40}',
    'CCIPAT_{A22}_{h40}',
    'sqp_{h40}',
    'sgp_{h16}_{h40}',
    'phx_{A43}',
    'sdk-{u}',
    'AGE-SECRET-KEY-1{U58}',
    'A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}',
  ],
  office: [
    'lin_api_{A40}',
    'lin_oauth_{h64}',
    'secret_{A43}',
    'ntn_{d11}{A35}',
    'pat{A14}.{h64}',
    '{!d1}/{!d16}:{h32}',
    'ATATT3xFfGF0{w180}',
    'ATBB{A32}',
    'figd_{w40}',
    'CFPAT-{w43}',
    'tfp_{w59}',
    'rdme_{l70}',
  ],
  model: [
    'hf_{A34}',
    'r8_{A37}',
    'gsk_{A52}',
    'xai-{A80}',
    'pplx-{A48}',
    'lsv2_pt_{h32}_{h10}',
    'pcsk_{A70}',
    'tvly-{A32}',
  ],
  'web token': [
    'eyJhbGciOiJIUzI1NiJ9.eyJ{A40}.{w43}',
    'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.{w342}.{w16}.{w120}.{w22}',
    'sk.eyJ{A80}.{w22}',
  ],
  'password in an address': [
    'postgres://ada:{A12}@db.shop.test/shop',
    'mysql://ada:{A12}@db.shop.test:3306/shop',
    'mongodb+srv://ada:{A12}@db.shop.test/shop',
    'redis://:{A12}@cache.shop.test:6379',
    'amqp://ada:{A12}@queue.shop.test',
    'https://ada:{A12}@shop.test/a.git',
    'https://{h32}@o1.ingest.sentry.io/1',
    'https://ghp_{A36}:x-oauth-basic@github.com/ada/shop.git',
  ],
  setting: [
    'DB_PASSWORD={A12}',
    'STRIPE_SECRET={A24}',
    'GH_TOKEN="{A24}"',
    "API_KEY='{A24}'",
    'DD_APP_KEY={h40}',
    'AWS_SECRET_ACCESS_KEY={b40}',
    'setx API_KEY {A24}',
    '$env:API_KEY = "{A24}"',
    '"name": "DB_PASSWORD", "value": "{A12}"',
    'Server=db;User Id=ada;Password={A12};Database=shop',
    'host=db user=ada password={A12} dbname=shop',
    '//registry.npmjs.org/:_authToken={u}',
    'machine shop.test login ada password {A12}',
    '<password>{A12}</password>',
    '<SecretAccessKey>{b40}</SecretAccessKey>',
    'ConvertTo-SecureString "{A12}" -AsPlainText -Force',
    '?user=ada&access_token={A32}&page=2',
  ],
  assignment: [
    '{"password": "{A12}"}',
    '{"aws_secret_access_key": "{b40}"}',
    '{"private_key_id": "{h40}"}',
    '{"apiKey":"{A32}"}',
    "const clientSecret = '{A24}'",
    "config['token'] = '{A24}'",
    "'password' => '{A12}'",
    '{"auth": "YWRhOmh1bnRlcjIyMTIz"}',
  ],
  command: [
    'curl -u ada:{A12} https://shop.test',
    'curl --user ada:{A12} https://shop.test',
    'curl -H "X-Api-Key: {A32}" https://shop.test',
    'curl -H "PRIVATE-TOKEN: {A32}" https://shop.test',
    'curl -H "Authorization: Bearer {A32}" https://shop.test',
    'curl -H "Authorization: Basic {A32}" https://shop.test',
    'curl -H "Cookie: session={A32}; theme=dark" https://shop.test',
    'mysql -u ada -p{A12} shop',
    'sshpass -p {A12} ssh ada@shop.test',
    'redis-cli -a {A12} ping',
    'deploy --password={A12} --now',
    'deploy --auth-token {A24} --now',
  ],
}

/** Kinds with three letters in front and nothing else: they are found only where a word begins. */
const shortTemplates: readonly string[] = [
  'cio{A32}',
  'EAAA{w60}',
  'EAAB{A80}',
  'AQV{A300}',
  'ABSK{A120}',
  'LTAI{A20}',
  's.{A24}',
  'key-{h32}',
]

const alphabets: Readonly<Record<string, string>> = (() => {
  const small = 'abcdefghijklmnopqrstuvwxyz'
  const capitals = small.toUpperCase()
  const digits = '0123456789'
  const all = small + capitals + digits
  return {
    A: all,
    h: 'abcdef0123456789',
    d: digits,
    l: small + digits,
    U: `${capitals}234567`,
    w: `${all}_-`,
    b: `${all}+/`,
  }
})()

/** A credential, and the parts of it that must not be shown. */
export interface PlantedCredential {
  readonly kind: string
  readonly template: string
  readonly text: string
  readonly secrets: readonly string[]
}

/** One credential for each template, the same ones for the same number. */
export const plantCredentials = (seed: number): readonly PlantedCredential[] => {
  const draw = drawing(seed)
  return Object.entries(templates).flatMap(([kind, all]) =>
    all.map((template) => planted(kind, template, draw)),
  )
}

/** The same for kinds that are found only where a word begins. */
export const plantShortCredentials = (seed: number): readonly PlantedCredential[] => {
  const draw = drawing(seed)
  return shortTemplates.map((template) => planted('short', template, draw))
}

type Draw = (alphabet: string, length: number) => string

function planted(kind: string, template: string, draw: Draw): PlantedCredential {
  const secrets: string[] = []
  const text = template.replace(
    /\{(!?)([Ahdlwub U])(\d*)\}/g,
    (_, open: string, what: string, length: string) => {
      const hex = (count: number): string => draw('abcdef0123456789', count)
      const part =
        what === 'u' ? [8, 4, 4, 4, 12].map(hex).join('-') : draw(alphabets[what] ?? '', Number(length))
      if (open === '' && part.length >= 8) secrets.push(part)
      return part
    },
  )
  return {kind, template, text, secrets: secrets.length > 0 ? secrets : ['YWRhOmh1bnRlcjIyMTIz']}
}

/** Draws texts that begin and end with a letter or a digit and have a digit, a small letter and a capital if they can. */
function drawing(seed: number): Draw {
  let state = seed
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const one = (alphabet: string): string => alphabet.charAt(next(alphabet.length))
  const only = (alphabet: string, what: RegExp): string =>
    [...alphabet].filter((each) => what.test(each)).join('')
  return (alphabet, length) => {
    const drawn = Array.from({length}, () => one(alphabet))
    for (const [at, what] of [
      [0, /[A-Za-z0-9]/],
      [length - 1, /[A-Za-z0-9]/],
      [1, /[A-Z]/],
      [2, /\d/],
      [3, /[a-z]/],
      [6, /\d/],
    ] as const) {
      const from = only(alphabet, what)
      if (at < length && from !== '' && (length >= 8 || at === 0 || at === length - 1)) drawn[at] = one(from)
    }
    return drawn.join('')
  }
}
