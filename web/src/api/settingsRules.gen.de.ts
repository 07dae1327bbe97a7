// Generated from api/openapi.json by `make generate`. Do not edit.
import type { FormRules } from './rules';

export const ChangePasswordInput = {
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
  "currentPassword": {
    "label": "Derzeitiges Passwort",
    "checks": [
      {
        "code": "required",
        "message": "„Derzeitiges Passwort“ muss ausgefüllt werden."
      },
      {
        "code": "minLength",
        "value": 6,
        "message": "„Derzeitiges Passwort“ muss mindestens 6 Zeichen lang sein."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Derzeitiges Passwort“ darf höchstens 64 Zeichen lang sein."
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
  }
} as const satisfies FormRules;

export const ChannelEdit = {
  "events": {
    "label": "Ereignisse",
    "checks": [
      {
        "code": "required",
        "message": "„Ereignisse“ muss ausgefüllt werden."
      }
    ]
  },
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "„Id“ muss ausgefüllt werden."
      }
    ]
  },
  "kind": {
    "label": "Art",
    "checks": [
      {
        "code": "required",
        "message": "„Art“ muss ausgefüllt werden."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:slack|teams)$"
        ],
        "message": "„Art“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Name“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "url": {
    "label": "Adresse",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Adresse“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 1000,
        "message": "„Adresse“ darf höchstens 1000 Zeichen lang sein."
      },
      {
        "code": "url",
        "patterns": [
          "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[A-Za-z0-9_.:\\[\\]\\-]+(?:[\\/?][!\"$-~]*)?$"
        ],
        "message": "„Adresse“ muss eine Adresse mit http oder https ohne Benutzername, Passwort und Fragment sein."
      }
    ]
  },
  "when": {
    "label": "Zeitpunkt",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:each|daily)$"
        ],
        "message": "„Zeitpunkt“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ChannelInput = {
  "events": {
    "label": "Ereignisse",
    "checks": [
      {
        "code": "required",
        "message": "„Ereignisse“ muss ausgefüllt werden."
      }
    ]
  },
  "kind": {
    "label": "Art",
    "checks": [
      {
        "code": "required",
        "message": "„Art“ muss ausgefüllt werden."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:slack|teams)$"
        ],
        "message": "„Art“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Name“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "url": {
    "label": "Adresse",
    "checks": [
      {
        "code": "required",
        "message": "„Adresse“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Adresse“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 1000,
        "message": "„Adresse“ darf höchstens 1000 Zeichen lang sein."
      },
      {
        "code": "url",
        "patterns": [
          "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[A-Za-z0-9_.:\\[\\]\\-]+(?:[\\/?][!\"$-~]*)?$"
        ],
        "message": "„Adresse“ muss eine Adresse mit http oder https ohne Benutzername, Passwort und Fragment sein."
      }
    ]
  },
  "when": {
    "label": "Zeitpunkt",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:each|daily)$"
        ],
        "message": "„Zeitpunkt“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const GroupRoleInput = {
  "group": {
    "label": "Gruppe",
    "checks": [
      {
        "code": "required",
        "message": "„Gruppe“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Gruppe“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Gruppe“ darf höchstens 256 Zeichen lang sein."
      }
    ]
  },
  "role": {
    "label": "Rolle",
    "checks": [
      {
        "code": "required",
        "message": "„Rolle“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const KeyInput = {
  "currentPassword": {
    "label": "Derzeitiges Passwort",
    "checks": [
      {
        "code": "minLength",
        "value": 6,
        "message": "„Derzeitiges Passwort“ muss mindestens 6 Zeichen lang sein."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Derzeitiges Passwort“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "expiresAt": {
    "label": "Gültig bis",
    "checks": [
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Gültig bis“ liegt außerhalb des möglichen Bereichs."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Name“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "scope": {
    "label": "Umfang",
    "checks": [
      {
        "code": "required",
        "message": "„Umfang“ muss ausgefüllt werden."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:read|write)$"
        ],
        "message": "„Umfang“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const LanguageInput = {
  "language": {
    "label": "Sprache",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:en|de)$"
        ],
        "message": "„Sprache“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const NotificationInput = {
  "notificationId": {
    "label": "Benachrichtigung",
    "checks": [
      {
        "code": "required",
        "message": "„Benachrichtigung“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const NotificationSettingsInput = {
  "email": {
    "label": "E-Mail",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:off|each|daily|weekly)$"
        ],
        "message": "„E-Mail“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "hour": {
    "label": "Stunde des Tages",
    "checks": [
      {
        "code": "range",
        "value": 23,
        "patterns": [
          "^(?:[0-9]|1[0-9]|2[0-3])$"
        ],
        "message": "„Stunde des Tages“ muss eine ganze Zahl von 0 bis 23 sein."
      }
    ]
  },
  "timeZone": {
    "label": "Zeitzone",
    "checks": [
      {
        "code": "timeZone",
        "patterns": [
          "^[A-Za-z][A-Za-z0-9_+\\-]*(?:\\/[A-Za-z0-9_+\\-]+)*$",
          "^.{0,64}$"
        ],
        "message": "„Zeitzone“ ist nicht der Name einer Zeitzone, wie Europe/Berlin."
      }
    ]
  }
} as const satisfies FormRules;

export const OwnFieldEdit = {
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "„Id“ muss ausgefüllt werden."
      }
    ]
  },
  "kind": {
    "label": "Art",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:text|number|date|choice|yesNo|link)$"
        ],
        "message": "„Art“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "label": {
    "label": "Bezeichnung",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Bezeichnung“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Bezeichnung“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "labelDe": {
    "label": "Bezeichnung auf Deutsch",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Bezeichnung auf Deutsch“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Bezeichnung auf Deutsch“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const OwnFieldInput = {
  "key": {
    "label": "Schlüssel",
    "checks": [
      {
        "code": "required",
        "message": "„Schlüssel“ muss ausgefüllt werden."
      },
      {
        "code": "word",
        "patterns": [
          "^[A-Za-z0-9]+$"
        ],
        "message": "Schlüssel muss ein Wort aus Buchstaben und Ziffern sein."
      },
      {
        "code": "maxLength",
        "value": 40,
        "message": "„Schlüssel“ darf höchstens 40 Zeichen lang sein."
      }
    ]
  },
  "kind": {
    "label": "Art",
    "checks": [
      {
        "code": "required",
        "message": "„Art“ muss ausgefüllt werden."
      },
      {
        "code": "word",
        "patterns": [
          "^(?:text|number|date|choice|yesNo|link)$"
        ],
        "message": "„Art“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "label": {
    "label": "Bezeichnung",
    "checks": [
      {
        "code": "required",
        "message": "„Bezeichnung“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Bezeichnung“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Bezeichnung“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "labelDe": {
    "label": "Bezeichnung auf Deutsch",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Bezeichnung auf Deutsch“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Bezeichnung auf Deutsch“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "list": {
    "label": "Liste",
    "checks": [
      {
        "code": "required",
        "message": "„Liste“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const PasskeyEdit = {
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "„Id“ muss ausgefüllt werden."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Name“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const PasskeyInput = {
  "credential": {
    "label": "Passkey",
    "checks": [
      {
        "code": "required",
        "message": "„Passkey“ muss ausgefüllt werden."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Name“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const PasskeyRemoval = {
  "currentPassword": {
    "label": "Derzeitiges Passwort",
    "checks": [
      {
        "code": "minLength",
        "value": 6,
        "message": "„Derzeitiges Passwort“ muss mindestens 6 Zeichen lang sein."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Derzeitiges Passwort“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "„Id“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const PasswordConfirmation = {
  "currentPassword": {
    "label": "Derzeitiges Passwort",
    "checks": [
      {
        "code": "required",
        "message": "„Derzeitiges Passwort“ muss ausgefüllt werden."
      },
      {
        "code": "minLength",
        "value": 6,
        "message": "„Derzeitiges Passwort“ muss mindestens 6 Zeichen lang sein."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Derzeitiges Passwort“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ProfileInput = {
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
  "firstName": {
    "label": "Vorname",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Vorname“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Vorname“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "gender": {
    "label": "Geschlecht",
    "checks": [
      {
        "code": "required",
        "message": "„Geschlecht“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "Male",
            "value": 1
          },
          {
            "key": "Female",
            "value": 2
          }
        ],
        "message": "„Geschlecht“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "lastName": {
    "label": "Nachname",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Nachname“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Nachname“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "phoneNumber": {
    "label": "Telefonnummer",
    "checks": [
      {
        "code": "phone",
        "patterns": [
          "^(?:\\+|00)?[0-9][0-9 \\-]*$"
        ],
        "message": "„Telefonnummer“ ist keine Telefonnummer."
      },
      {
        "code": "maxLength",
        "value": 24,
        "message": "„Telefonnummer“ darf höchstens 24 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const RecentPassword = {
  "currentPassword": {
    "label": "Derzeitiges Passwort",
    "checks": [
      {
        "code": "minLength",
        "value": 6,
        "message": "„Derzeitiges Passwort“ muss mindestens 6 Zeichen lang sein."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Derzeitiges Passwort“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ReportSettingsInput = {
  "email": {
    "label": "E-Mail",
    "checks": [
      {
        "code": "word",
        "patterns": [
          "^(?:off|weekly|monthly)$"
        ],
        "message": "„E-Mail“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const SavedViewEdit = {
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "„Id“ muss ausgefüllt werden."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Name“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "query": {
    "label": "Abfrage",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Abfrage“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 2000,
        "message": "„Abfrage“ darf höchstens 2000 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const SavedViewInput = {
  "list": {
    "label": "Liste",
    "checks": [
      {
        "code": "required",
        "message": "„Liste“ muss ausgefüllt werden."
      }
    ]
  },
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Name“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "query": {
    "label": "Abfrage",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Abfrage“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 2000,
        "message": "„Abfrage“ darf höchstens 2000 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const SnoozeInput = {
  "notificationId": {
    "label": "Benachrichtigung",
    "checks": [
      {
        "code": "required",
        "message": "„Benachrichtigung“ muss ausgefüllt werden."
      }
    ]
  },
  "until": {
    "label": "Bis",
    "checks": [
      {
        "code": "required",
        "message": "„Bis“ muss ausgefüllt werden."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Bis“ liegt außerhalb des möglichen Bereichs."
      }
    ]
  }
} as const satisfies FormRules;

export const TotpCode = {
  "code": {
    "label": "Code",
    "checks": [
      {
        "code": "required",
        "message": "„Code“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const WebhookEdit = {
  "events": {
    "label": "Ereignisse",
    "checks": [
      {
        "code": "required",
        "message": "„Ereignisse“ muss ausgefüllt werden."
      }
    ]
  },
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "„Id“ muss ausgefüllt werden."
      }
    ]
  },
  "url": {
    "label": "Adresse",
    "checks": [
      {
        "code": "required",
        "message": "„Adresse“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Adresse“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 1000,
        "message": "„Adresse“ darf höchstens 1000 Zeichen lang sein."
      },
      {
        "code": "url",
        "patterns": [
          "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[A-Za-z0-9_.:\\[\\]\\-]+(?:[\\/?][!\"$-~]*)?$"
        ],
        "message": "„Adresse“ muss eine Adresse mit http oder https ohne Benutzername, Passwort und Fragment sein."
      }
    ]
  }
} as const satisfies FormRules;

export const WebhookInput = {
  "events": {
    "label": "Ereignisse",
    "checks": [
      {
        "code": "required",
        "message": "„Ereignisse“ muss ausgefüllt werden."
      }
    ]
  },
  "url": {
    "label": "Adresse",
    "checks": [
      {
        "code": "required",
        "message": "„Adresse“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Adresse“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 1000,
        "message": "„Adresse“ darf höchstens 1000 Zeichen lang sein."
      },
      {
        "code": "url",
        "patterns": [
          "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[A-Za-z0-9_.:\\[\\]\\-]+(?:[\\/?][!\"$-~]*)?$"
        ],
        "message": "„Adresse“ muss eine Adresse mit http oder https ohne Benutzername, Passwort und Fragment sein."
      }
    ]
  }
} as const satisfies FormRules;
