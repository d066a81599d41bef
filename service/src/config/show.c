#include "config/show.h"

#include "config/values.h"

#include <ctype.h>

void svc_config_print(const svc_config *config, FILE *out)
{
    for (size_t i = 0; i < svc_setting_count; i++) {
        fprintf(out, SVC_SETTING_PREFIX "%s=", svc_settings[i].name);
        svc_value_print(config, &svc_settings[i], out);
        fputc('\n', out);
    }
}

void svc_config_help(FILE *out)
{
    for (size_t i = 0; i < svc_setting_count; i++) {
        const svc_setting *s = &svc_settings[i];
        char flag[SVC_SETTING_NAME_SIZE];
        size_t k = 0;
        for (; s->name[k] != '\0'; k++) {
            flag[k] = s->name[k] == '_' ? '-' : (char)tolower((unsigned char)s->name[k]);
        }
        flag[k] = '\0';
        fprintf(out,
                "  --%s VALUE\n      %s\n      variable " SVC_SETTING_PREFIX "%s, %s, default %s",
                flag, s->doc, s->name, s->unit, s->default_doc);
        if (svc_value_is_number(s->type)) {
            fprintf(out, ", from %lld to %lld", svc_value_shown(s, s->min),
                    svc_value_shown(s, s->max));
        }
        fputc('\n', out);
    }
}
