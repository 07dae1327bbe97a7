// Generated from api/openapi.json by `make generate`. Do not edit.
import type { FormRules } from './rules';
export * from './signInRules.gen.de';

export const AddressInput = {
  "building": {
    "label": "Gebäude",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Gebäude“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Gebäude“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "city": {
    "label": "Ort",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Ort“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Ort“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "country": {
    "label": "Land",
    "checks": [
      {
        "code": "required",
        "message": "„Land“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Land“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Land“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "postalZipCode": {
    "label": "Postleitzahl",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Postleitzahl“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 14,
        "message": "„Postleitzahl“ darf höchstens 14 Zeichen lang sein."
      }
    ]
  },
  "provinceState": {
    "label": "Bundesland",
    "checks": [
      {
        "code": "required",
        "message": "„Bundesland“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Bundesland“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Bundesland“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "street": {
    "label": "Straße",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Straße“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Straße“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const AdminInput = {
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

export const AdministratorInput = {
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
  "isAdmin": {
    "label": "Administrator",
    "checks": [
      {
        "code": "required",
        "message": "„Administrator“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const ApplyPlanInput = {
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

export const BulkInput = {
  "action": {
    "label": "Aktion",
    "checks": [
      {
        "code": "required",
        "message": "„Aktion“ muss ausgefüllt werden."
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
  },
  "preview": {
    "label": "Vorschau",
    "checks": [
      {
        "code": "required",
        "message": "„Vorschau“ muss ausgefüllt werden."
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

export const CancelInput = {
  "cancelationReason": {
    "label": "Kündigungsgrund",
    "checks": [
      {
        "code": "required",
        "message": "„Kündigungsgrund“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Kündigungsgrund“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Kündigungsgrund“ darf höchstens 256 Zeichen lang sein."
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

export const CategoryInput = {
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
      },
      {
        "code": "dots",
        "patterns": [
          "[^.]|^.{3}"
        ],
        "message": "„Name“ darf nicht „.“ oder „..“ sein."
      }
    ]
  }
} as const satisfies FormRules;

export const CategoryRename = {
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      }
    ]
  },
  "newName": {
    "label": "Neuer Name",
    "checks": [
      {
        "code": "required",
        "message": "„Neuer Name“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Neuer Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Neuer Name“ darf höchstens 64 Zeichen lang sein."
      },
      {
        "code": "dots",
        "patterns": [
          "[^.]|^.{3}"
        ],
        "message": "„Neuer Name“ darf nicht „.“ oder „..“ sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ClientErrorInput = {
  "kind": {
    "label": "Art",
    "checks": [
      {
        "code": "required",
        "message": "„Art“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Art“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Art“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "page": {
    "label": "Seite",
    "checks": [
      {
        "code": "required",
        "message": "„Seite“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Seite“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Seite“ darf höchstens 256 Zeichen lang sein."
      }
    ]
  },
  "stack": {
    "label": "Aufrufe",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Aufrufe“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 2000,
        "message": "„Aufrufe“ darf höchstens 2000 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const CompanyAddress = {
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

export const CompanyEdit = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "supportEmail": {
    "label": "Support-E-Mail",
    "checks": [
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "„Support-E-Mail“ ist keine E-Mail-Adresse."
      }
    ]
  },
  "supportPhone": {
    "label": "Support-Telefon",
    "checks": [
      {
        "code": "phone",
        "patterns": [
          "^(?:\\+|00)?[0-9][0-9 \\-]*$"
        ],
        "message": "„Support-Telefon“ ist keine Telefonnummer."
      },
      {
        "code": "maxLength",
        "value": 24,
        "message": "„Support-Telefon“ darf höchstens 24 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const CompanyInput = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "supportEmail": {
    "label": "Support-E-Mail",
    "checks": [
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "„Support-E-Mail“ ist keine E-Mail-Adresse."
      }
    ]
  },
  "supportPhone": {
    "label": "Support-Telefon",
    "checks": [
      {
        "code": "phone",
        "patterns": [
          "^(?:\\+|00)?[0-9][0-9 \\-]*$"
        ],
        "message": "„Support-Telefon“ ist keine Telefonnummer."
      },
      {
        "code": "maxLength",
        "value": 24,
        "message": "„Support-Telefon“ darf höchstens 24 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const DisableInput = {
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
  "reason": {
    "label": "Grund",
    "checks": [
      {
        "code": "required",
        "message": "„Grund“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "AdminRemoval",
            "value": 1
          },
          {
            "key": "UserRequestedDisable",
            "value": 2
          }
        ],
        "message": "„Grund“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const DocumentEdit = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Name“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 255,
        "message": "„Name“ darf höchstens 255 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const EmailInput = {
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

export const ForecastInput = {
  "until": {
    "label": "Bis",
    "checks": [
      {
        "code": "required",
        "message": "„Bis“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const IdInput = {
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

export const ImportColumnsInput = {
  "columns": {
    "label": "Spalten",
    "checks": [
      {
        "code": "required",
        "message": "„Spalten“ muss ausgefüllt werden."
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

export const ImportRef = {
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

export const KeptPlanEdit = {
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
  "until": {
    "label": "Bis",
    "checks": [
      {
        "code": "required",
        "message": "„Bis“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const KeptPlanInput = {
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
  "until": {
    "label": "Bis",
    "checks": [
      {
        "code": "required",
        "message": "„Bis“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const ModeratorEdit = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "role": {
    "label": "Rolle",
    "checks": [
      {
        "code": "required",
        "message": "„Rolle“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "Owner",
            "value": 1
          },
          {
            "key": "Manager",
            "value": 2
          },
          {
            "key": "Support",
            "value": 3
          },
          {
            "key": "Developer",
            "value": 4
          },
          {
            "key": "Designer",
            "value": 5
          }
        ],
        "message": "„Rolle“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ModeratorInput = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "role": {
    "label": "Rolle",
    "checks": [
      {
        "code": "required",
        "message": "„Rolle“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "Owner",
            "value": 1
          },
          {
            "key": "Manager",
            "value": 2
          },
          {
            "key": "Support",
            "value": 3
          },
          {
            "key": "Developer",
            "value": 4
          },
          {
            "key": "Designer",
            "value": 5
          }
        ],
        "message": "„Rolle“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "userEmail": {
    "label": "E-Mail des Benutzers",
    "checks": [
      {
        "code": "required",
        "message": "„E-Mail des Benutzers“ muss ausgefüllt werden."
      },
      {
        "code": "email",
        "patterns": [
          "^[A-Za-z0-9.!#$%&'*+\\/=?^_{|}~\\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$",
          "^.{0,254}$"
        ],
        "message": "„E-Mail des Benutzers“ ist keine E-Mail-Adresse."
      }
    ]
  }
} as const satisfies FormRules;

export const NameInput = {
  "name": {
    "label": "Name",
    "checks": [
      {
        "code": "required",
        "message": "„Name“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const NoteEdit = {
  "id": {
    "label": "Id",
    "checks": [
      {
        "code": "required",
        "message": "„Id“ muss ausgefüllt werden."
      }
    ]
  },
  "text": {
    "label": "Text",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Text“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 4000,
        "message": "„Text“ darf höchstens 4000 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const NoteInput = {
  "entity": {
    "label": "Art",
    "checks": [
      {
        "code": "required",
        "message": "„Art“ muss ausgefüllt werden."
      }
    ]
  },
  "entityId": {
    "label": "Art",
    "checks": [
      {
        "code": "required",
        "message": "„Art“ muss ausgefüllt werden."
      }
    ]
  },
  "text": {
    "label": "Text",
    "checks": [
      {
        "code": "required",
        "message": "„Text“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Text“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 4000,
        "message": "„Text“ darf höchstens 4000 Zeichen lang sein."
      }
    ]
  }
} as const satisfies FormRules;

export const PlanChangeInput = {
  "action": {
    "label": "Aktion",
    "checks": [
      {
        "code": "required",
        "message": "„Aktion“ muss ausgefüllt werden."
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
  },
  "on": {
    "label": "Am",
    "checks": [
      {
        "code": "required",
        "message": "„Am“ muss ausgefüllt werden."
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

export const PlanInput = {
  "from": {
    "label": "Von",
    "checks": [
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Von“ liegt außerhalb des möglichen Bereichs."
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
  "price": {
    "label": "Preis",
    "checks": [
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Preis“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Preis“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  }
} as const satisfies FormRules;

export const ProductEdit = {
  "categoryName": {
    "label": "Kategorie",
    "checks": [
      {
        "code": "required",
        "message": "„Kategorie“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Kategorie“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Kategorie“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "„Status“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "available",
            "value": 0
          },
          {
            "key": "temporarilyUnavailable",
            "value": 1
          },
          {
            "key": "deprecated",
            "value": 2
          }
        ],
        "message": "„Status“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ProductInput = {
  "categoryName": {
    "label": "Kategorie",
    "checks": [
      {
        "code": "required",
        "message": "„Kategorie“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Kategorie“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Kategorie“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "„Status“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "available",
            "value": 0
          },
          {
            "key": "temporarilyUnavailable",
            "value": 1
          },
          {
            "key": "deprecated",
            "value": 2
          }
        ],
        "message": "„Status“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectEdit = {
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

export const ProjectInput = {
  "companyId": {
    "label": "Firma",
    "checks": [
      {
        "code": "required",
        "message": "„Firma“ muss ausgefüllt werden."
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

export const ProjectItem = {
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

export const ProjectModeratorEdit = {
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "role": {
    "label": "Rolle",
    "checks": [
      {
        "code": "required",
        "message": "„Rolle“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "None",
            "value": 0
          },
          {
            "key": "Owner",
            "value": 1
          },
          {
            "key": "Manager",
            "value": 2
          },
          {
            "key": "Support",
            "value": 3
          },
          {
            "key": "Developer",
            "value": 4
          },
          {
            "key": "Designer",
            "value": 5
          }
        ],
        "message": "„Rolle“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectProductEdit = {
  "cost": {
    "label": "Kosten",
    "checks": [
      {
        "code": "required",
        "message": "„Kosten“ muss ausgefüllt werden."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Kosten“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Kosten“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "costCurrencyName": {
    "label": "Währung der Kosten",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "„Währung der Kosten“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "price": {
    "label": "Preis",
    "checks": [
      {
        "code": "required",
        "message": "„Preis“ muss ausgefüllt werden."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Preis“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Preis“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "priceCurrencyName": {
    "label": "Währung des Preises",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "„Währung des Preises“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "„Status“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "WaitingConfirm",
            "value": 0
          },
          {
            "key": "InProgress",
            "value": 1
          },
          {
            "key": "Delivered",
            "value": 2
          }
        ],
        "message": "„Status“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectProductInput = {
  "cost": {
    "label": "Kosten",
    "checks": [
      {
        "code": "required",
        "message": "„Kosten“ muss ausgefüllt werden."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Kosten“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Kosten“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "costCurrencyName": {
    "label": "Währung der Kosten",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "„Währung der Kosten“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
      }
    ]
  },
  "price": {
    "label": "Preis",
    "checks": [
      {
        "code": "required",
        "message": "„Preis“ muss ausgefüllt werden."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Preis“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Preis“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "priceCurrencyName": {
    "label": "Währung des Preises",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "„Währung des Preises“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "productId": {
    "label": "Produkt",
    "checks": [
      {
        "code": "required",
        "message": "„Produkt“ muss ausgefüllt werden."
      }
    ]
  },
  "projectId": {
    "label": "Projekt",
    "checks": [
      {
        "code": "required",
        "message": "„Projekt“ muss ausgefüllt werden."
      }
    ]
  },
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "„Status“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "WaitingConfirm",
            "value": 0
          },
          {
            "key": "InProgress",
            "value": 1
          },
          {
            "key": "Delivered",
            "value": 2
          }
        ],
        "message": "„Status“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectSubscriptionEdit = {
  "autoRenew": {
    "label": "Automatische Verlängerung",
    "checks": [
      {
        "code": "required",
        "message": "„Automatische Verlängerung“ muss ausgefüllt werden."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
      }
    ]
  },
  "endAt": {
    "label": "Ende",
    "checks": [
      {
        "code": "required",
        "message": "„Ende“ muss ausgefüllt werden."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Ende“ liegt außerhalb des möglichen Bereichs."
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
  "noticeDays": {
    "label": "Kündigungsfrist, Tage",
    "checks": [
      {
        "code": "range",
        "value": 365,
        "patterns": [
          "^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$"
        ],
        "message": "„Kündigungsfrist, Tage“ muss eine ganze Zahl von 0 bis 365 sein."
      }
    ]
  },
  "price": {
    "label": "Preis",
    "checks": [
      {
        "code": "required",
        "message": "„Preis“ muss ausgefüllt werden."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Preis“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Preis“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "priceCurrencyName": {
    "label": "Währung des Preises",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "„Währung des Preises“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "startAt": {
    "label": "Beginn",
    "checks": [
      {
        "code": "required",
        "message": "„Beginn“ muss ausgefüllt werden."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Beginn“ liegt außerhalb des möglichen Bereichs."
      }
    ]
  }
} as const satisfies FormRules;

export const ProjectSubscriptionInput = {
  "autoRenew": {
    "label": "Automatische Verlängerung",
    "checks": [
      {
        "code": "required",
        "message": "„Automatische Verlängerung“ muss ausgefüllt werden."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
      }
    ]
  },
  "endAt": {
    "label": "Ende",
    "checks": [
      {
        "code": "required",
        "message": "„Ende“ muss ausgefüllt werden."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Ende“ liegt außerhalb des möglichen Bereichs."
      }
    ]
  },
  "noticeDays": {
    "label": "Kündigungsfrist, Tage",
    "checks": [
      {
        "code": "range",
        "value": 365,
        "patterns": [
          "^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$"
        ],
        "message": "„Kündigungsfrist, Tage“ muss eine ganze Zahl von 0 bis 365 sein."
      }
    ]
  },
  "price": {
    "label": "Preis",
    "checks": [
      {
        "code": "required",
        "message": "„Preis“ muss ausgefüllt werden."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Preis“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Preis“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "priceCurrencyName": {
    "label": "Währung des Preises",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "„Währung des Preises“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "projectId": {
    "label": "Projekt",
    "checks": [
      {
        "code": "required",
        "message": "„Projekt“ muss ausgefüllt werden."
      }
    ]
  },
  "startAt": {
    "label": "Beginn",
    "checks": [
      {
        "code": "required",
        "message": "„Beginn“ muss ausgefüllt werden."
      },
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Beginn“ liegt außerhalb des möglichen Bereichs."
      }
    ]
  },
  "subscriptionId": {
    "label": "Abonnement",
    "checks": [
      {
        "code": "required",
        "message": "„Abonnement“ muss ausgefüllt werden."
      }
    ]
  }
} as const satisfies FormRules;

export const RenewInput = {
  "endAt": {
    "label": "Ende",
    "checks": [
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Ende“ liegt außerhalb des möglichen Bereichs."
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
  "price": {
    "label": "Preis",
    "checks": [
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Preis“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Preis“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "startAt": {
    "label": "Beginn",
    "checks": [
      {
        "code": "range",
        "patterns": [
          "^(?:19|[2-9][0-9])[0-9]{2}-"
        ],
        "message": "„Beginn“ liegt außerhalb des möglichen Bereichs."
      }
    ]
  }
} as const satisfies FormRules;

export const SubscriptionEdit = {
  "categoryName": {
    "label": "Kategorie",
    "checks": [
      {
        "code": "required",
        "message": "„Kategorie“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Kategorie“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Kategorie“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "cost": {
    "label": "Kosten",
    "checks": [
      {
        "code": "required",
        "message": "„Kosten“ muss ausgefüllt werden."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Kosten“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Kosten“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "costCurrencyName": {
    "label": "Währung der Kosten",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "„Währung der Kosten“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "noticeDays": {
    "label": "Kündigungsfrist, Tage",
    "checks": [
      {
        "code": "range",
        "value": 365,
        "patterns": [
          "^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$"
        ],
        "message": "„Kündigungsfrist, Tage“ muss eine ganze Zahl von 0 bis 365 sein."
      }
    ]
  },
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "„Status“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "available",
            "value": 0
          },
          {
            "key": "temporarilyUnavailable",
            "value": 1
          },
          {
            "key": "deprecated",
            "value": 2
          }
        ],
        "message": "„Status“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const SubscriptionInput = {
  "categoryName": {
    "label": "Kategorie",
    "checks": [
      {
        "code": "required",
        "message": "„Kategorie“ muss ausgefüllt werden."
      },
      {
        "code": "control",
        "patterns": [
          "^\\P{Cc}*$"
        ],
        "message": "„Kategorie“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 64,
        "message": "„Kategorie“ darf höchstens 64 Zeichen lang sein."
      }
    ]
  },
  "cost": {
    "label": "Kosten",
    "checks": [
      {
        "code": "required",
        "message": "„Kosten“ muss ausgefüllt werden."
      },
      {
        "code": "money",
        "patterns": [
          "^[0-9]{1,9}(?:\\.[0-9]+)?$",
          "[1-9]"
        ],
        "message": "„Kosten“ muss ein positiver Betrag bis 999999999,99 sein."
      },
      {
        "code": "decimals",
        "patterns": [
          "^[0-9]+(?:\\.[0-9]{1,2})?$"
        ],
        "message": "„Kosten“ darf höchstens zwei Nachkommastellen haben."
      }
    ]
  },
  "costCurrencyName": {
    "label": "Währung der Kosten",
    "checks": [
      {
        "code": "currency",
        "patterns": [
          "^USD$"
        ],
        "message": "„Währung der Kosten“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  },
  "details": {
    "label": "Details",
    "checks": [
      {
        "code": "control",
        "patterns": [
          "^(?:\\P{Cc}|\\r?\\n)*$"
        ],
        "message": "„Details“ darf keine Steuerzeichen enthalten."
      },
      {
        "code": "maxLength",
        "value": 256,
        "message": "„Details“ darf höchstens 256 Zeichen lang sein."
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
  "noticeDays": {
    "label": "Kündigungsfrist, Tage",
    "checks": [
      {
        "code": "range",
        "value": 365,
        "patterns": [
          "^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$"
        ],
        "message": "„Kündigungsfrist, Tage“ muss eine ganze Zahl von 0 bis 365 sein."
      }
    ]
  },
  "status": {
    "label": "Status",
    "checks": [
      {
        "code": "required",
        "message": "„Status“ muss ausgefüllt werden."
      },
      {
        "code": "oneOf",
        "options": [
          {
            "key": "available",
            "value": 0
          },
          {
            "key": "temporarilyUnavailable",
            "value": 1
          },
          {
            "key": "deprecated",
            "value": 2
          }
        ],
        "message": "„Status“ muss eine der angebotenen Möglichkeiten sein."
      }
    ]
  }
} as const satisfies FormRules;

export const UserAddress = {
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

export const UserEdit = {
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

export const UserInput = {
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
