// Generated from api/openapi.json by `make generate`. Do not edit.
import type { FormRules } from './rules';

export const LoginInput = {
  "email": {
    "label": "E-Mail",
    "checks": [
      {
        "code": "required",
        "message": "„E-Mail“ muss ausgefüllt werden."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "„E-Mail“ ist keine E-Mail-Adresse."
      }
    ]
  },
  "password": {
    "label": "Passwort",
    "checks": [
      {
        "code": "required",
        "message": "„Passwort“ muss ausgefüllt werden."
      },
      {
        "code": "minLength",
        "value": 6,
        "message": "„Passwort“ muss mindestens 6 Zeichen lang sein."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Passwort“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const PasskeySignIn = {
  "credential": {
    "label": "Passkey",
    "checks": [
      {
        "code": "required",
        "message": "„Passkey“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const ResetPasswordInput = {
  "confirmNewPassword": {
    "label": "Neues Passwort bestätigen",
    "checks": [
      {
        "code": "equals",
        "field": "newPassword",
        "message": "Die Passwörter stimmen nicht überein."
      }
    ]
  },
  "email": {
    "label": "E-Mail",
    "checks": [
      {
        "code": "required",
        "message": "„E-Mail“ muss ausgefüllt werden."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "„E-Mail“ ist keine E-Mail-Adresse."
      }
    ]
  },
  "newPassword": {
    "label": "Neues Passwort",
    "checks": [
      {
        "code": "required",
        "message": "„Neues Passwort“ muss ausgefüllt werden."
      },
      {
        "code": "password",
        "patterns": [
          "^\\P{Cc}{8,64}$",
          "\\p{Lu}",
          "\\p{Ll}",
          "[0-9]",
          "[^\\p{L}\\p{N}\\p{Z}\\p{Cc}]"
        ],
        "message": "„Neues Passwort“ muss 8 bis 64 Zeichen mit Großbuchstabe, Kleinbuchstabe, Ziffer und Sonderzeichen haben."
      }
    ]
  },
  "token": {
    "label": "Link",
    "checks": [
      {
        "code": "required",
        "message": "„Link“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const ResetRequestInput = {
  "email": {
    "label": "E-Mail",
    "checks": [
      {
        "code": "required",
        "message": "„E-Mail“ muss ausgefüllt werden."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "„E-Mail“ ist keine E-Mail-Adresse."
      }
    ]
  }
} as const satisfies FormRules;

export const SecondFactorInput = {
  "method": {
    "label": "Verfahren",
    "checks": [
      {
        "code": "required",
        "message": "„Verfahren“ muss ausgefüllt werden."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:totp|recovery|passkey)$"
        ],
        "message": "„Verfahren“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "ticket": {
    "label": "Anmeldung",
    "checks": [
      {
        "code": "required",
        "message": "„Anmeldung“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const SetupInput = {
  "code": {
    "label": "Code",
    "checks": [
      {
        "code": "required",
        "message": "„Code“ muss ausgefüllt werden."
      }
    ]
  },
  "displayName": {
    "label": "Anzeigename",
    "checks": [
      {
        "code": "required",
        "message": "„Anzeigename“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Anzeigename“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Anzeigename“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "email": {
    "label": "E-Mail",
    "checks": [
      {
        "code": "required",
        "message": "„E-Mail“ muss ausgefüllt werden."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "„E-Mail“ ist keine E-Mail-Adresse."
      }
    ]
  },
  "password": {
    "label": "Passwort",
    "checks": [
      {
        "code": "required",
        "message": "„Passwort“ muss ausgefüllt werden."
      },
      {
        "code": "password",
        "patterns": [
          "^\\P{Cc}{8,64}$",
          "\\p{Lu}",
          "\\p{Ll}",
          "[0-9]",
          "[^\\p{L}\\p{N}\\p{Z}\\p{Cc}]"
        ],
        "message": "„Passwort“ muss 8 bis 64 Zeichen mit Großbuchstabe, Kleinbuchstabe, Ziffer und Sonderzeichen haben."
      }
    ]
  }
} as const satisfies FormRules;
